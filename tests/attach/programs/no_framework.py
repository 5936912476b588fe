"""A Python program that has nothing to do with training."""

import collections
import random

random.seed(57)
words = collections.Counter(random.choice("abcde") for _ in range(1000))
print("most frequent:", words.most_common(2))
