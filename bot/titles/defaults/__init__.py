"""Default implementations used by `TitleBase`; a title can replace each part."""
