"""What a person with a trouble does, in order: one page of Markdown a trouble, shown by `traindx explain`."""
