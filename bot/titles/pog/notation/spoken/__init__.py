"""Orders as people say them: the words of a line by what they can be, fitted to what the present decision allows."""
