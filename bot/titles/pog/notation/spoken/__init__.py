"""Free-form orders: tags the words of a line by what they can be, and fits them to what the present decision allows."""
