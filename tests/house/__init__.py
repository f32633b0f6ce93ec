"""The house: packaging, settings, command line and the rules the code keeps."""
