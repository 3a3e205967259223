"""The pages of the files: what goes out, what comes in, the work behind both."""
