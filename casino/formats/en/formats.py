from casino.formats import *
