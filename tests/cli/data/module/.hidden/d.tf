not = = read
