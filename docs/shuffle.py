"""Checks the shuffles of a round as anybody may export it; docs/shuffle.md says what is checked and why.

    python3 shuffle.py round.json      the answer of GET /api/tables/N/rounds/R; of a shoe that lasts, give all rounds
                                       in their order, so that what has left it is checked too
    python3 shuffle.py --vectors       prints the test vectors of docs/shuffle.md
"""
import hashlib, json, struct, sys

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Joker"]
THROWS, THROW = 8, 255

def sha(label, *parts):
    return hashlib.sha256(b"cardroom/2 " + label.ljust(5).encode() + b"".join(parts)).digest()

def number(value, width):
    return value.to_bytes(width, "big")

# Draws: the key stream of ChaCha20, read as 32-bit words.

def chacha20(key):
    counter = 0
    while True:
        start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, 0)))
        state = start[:]
        def quarter(a, b, c, d):
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) & 0xFFFFFFFF
                word = state[z] ^ state[x]
                state[z] = (word << bits | word >> (32 - bits)) & 0xFFFFFFFF
        for _ in range(10):
            for at in range(4):
                quarter(at, 4 + at, 8 + at, 12 + at)
            for at in range(4):
                quarter(at, 4 + (at + 1) % 4, 8 + (at + 2) % 4, 12 + (at + 3) % 4)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(state, start))
        counter += 1

def below(words, bound):
    word = next(words)
    while word >= 2**32 // bound * bound:
        word = next(words)
    return word % bound

def shuffle(words, items):
    for last in range(len(items) - 1, 0, -1):
        chosen = below(words, last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items

# Sealed decks.

def bound_to(record, shuffle=None):
    return bytes.fromhex(record["mark"]) + number(record["table"], 4) + number(shuffle or record["shuffle"], 8)

def leaf(bound, place, card, salt):
    return sha("leaf", bound, number(place, 4), bytes([THROW if card is None else CARDS.index(card)]), salt)

def root(bound, which, deck, top):
    composition = sha("cards", bytes(CARDS.index(card) for card in deck))
    return sha("root", bound, bytes([which]), number(len(deck), 4), number(THROWS, 4), composition, top)

def sealed(bound, which, seed, deck):
    """The order and the root of a deck that is opened whole."""
    order = shuffle(chacha20(sha("order", seed)), list(deck))
    salts = sha("salts", seed)
    level = [leaf(bound, place, card, sha("salt", salts, number(place, 4)))
             for place, card in enumerate(order + [None] * THROWS)]
    while len(level) > 1:
        pairs = [level[at:at + 2] for at in range(0, len(level), 2)]
        level = [sha("node", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return order, root(bound, which, deck, level[0])

def opened(bound, which, deck, opening):
    """The root to which an opening leads."""
    at, width, path = opening["place"], len(deck) + THROWS, [bytes.fromhex(one) for one in opening["path"]]
    top = leaf(bound, at, opening["card"], bytes.fromhex(opening["salt"]))
    while width > 1:
        if at ^ 1 < width:
            top = sha("node", path.pop(0), top) if at % 2 else sha("node", top, path.pop(0))
        at, width = at // 2, (width + 1) // 2
    assert not path, "the path of an opening is too long"
    return root(bound, which, deck, top)

# Words and the cut.

def commitment(record, person, words):
    return sha("words", number(record["table"], 4), number(record["shuffle"], 8), number(person, 4), words.encode())

def said(record):
    return b"".join(number(one["person"], 4) + number(len(one["words"].encode()), 4) + one["words"].encode()
                    for one in record["words"])

def cut(record, deck):
    hashed = sha("cut", bound_to(record), *map(bytes.fromhex, record["roots"]), said(record))
    words = chacha20(hashed)
    chosen = below(words, 8) + 1
    return chosen, shuffle(words, list(range(len(deck)))), hashed

def cut_anew(record, deck):
    """A shoe that lasts: the places that are left, in a new order."""
    shoe = record["shoe"]
    hashed = sha("again", bound_to(record), bytes.fromhex(record["roots"][shoe["deck"] - 1]), said(record))
    left = [place for place in range(len(deck)) if place not in set(shoe["gone"])]
    return shoe["deck"], shuffle(chacha20(hashed), left), hashed

def dice(hashed, salt, count):
    words = chacha20(sha("dice", hashed, salt))
    return [below(words, 6) + 1 for _ in range(count)]

# The check.

def check(record, deck):
    shoe = record.get("shoe")
    bound = bound_to(record, shoe and shoe["sealed"])
    assert record["version"] == "cardroom-shuffle-2" and len(record["roots"]) == 8
    if not record["chosen"]:
        return f"shuffle {record['shuffle']}: given up, because words were not opened"
    for one in record["words"]:
        made = commitment(record, one["person"], one["words"]).hex()
        assert made == one["commitment"], f"person {one['person']} said something else than was given"
    chosen, order, _ = cut_anew(record, deck) if shoe else cut(record, deck)
    assert chosen == record["chosen"], "the words choose another deck"
    for which, seed in enumerate(record["opened"], 1):
        if which != chosen:
            _, made = sealed(bound, which, bytes.fromhex(seed), deck)
            assert made.hex() == record["roots"][which - 1], f"deck {which} was sealed otherwise"
    for opening in record["openings"]:
        made = opened(bound, chosen, deck, opening).hex()
        assert made == record["roots"][chosen - 1], f"place {opening['place']} was sealed otherwise"
        if opening["card"] is not None:
            assert order[opening["nth"] - 1] == opening["place"], f"card {opening['nth']} comes from another place"
    outside = sum(one["is_outside"] for one in record["words"])
    cards = sum(opening["card"] is not None for opening in record["openings"])
    return f"shuffle {record['shuffle']}: {cards} cards proven, cut by the words of {outside} outside of the house"

def follow(before, told):
    """What is left of a shoe after a round; what is left before the next one has to be the same."""
    done = [one for one in told["shuffles"] if one["chosen"]]
    if not done:
        return before
    last, deck = done[-1], told["deck"]
    shoe = last.get("shoe")
    if shoe and before and before["sealed"] == shoe["sealed"]:
        assert before["gone"] == shoe["gone"], f"other cards have left the shoe than round {told['round'] - 1} dealt"
    _, order, _ = cut_anew(last, deck) if shoe else cut(last, deck)
    dealt = sum((line.get("event") or {}).get("of", {}).get("event") == "dealt" for line in told["lines"])
    gone = sorted((shoe["gone"] if shoe else []) + order[:last.get("burnt", 0) + dealt])
    return {"sealed": shoe["sealed"] if shoe else last["shuffle"], "gone": gone}

def shown(told):
    """Every card that was dealt before the reader's eyes has an opening, and is the one that was due then."""
    made = {one["shuffle"]: one["openings"] for one in told["shuffles"] if one["chosen"]}
    left, before, count, is_first = [], [], 0, None
    for line in told["lines"]:
        event = line.get("event") or {}
        if event.get("event") == "cut":
            assert event["shuffle"] in made, f"nothing proves what shuffle {event['shuffle']} dealt"
            left, before, count = list(made[event["shuffle"]]), before + left, event.get("burnt") or 0
            is_first = is_first is None
        of = event.get("of") or {}
        kind, is_pan = of.get("event"), of.get("family") == "pan"
        is_dealt = kind == "dealt" or is_pan and kind in ("drew", "opened")
        count += is_dealt
        # A card that the dealer or the floor has named is passed over.
        is_first = is_first and kind != "reported"
        if not (is_dealt or kind == "turned") or not of.get("card"):
            continue
        # After a shuffle within a round places may be passed over; a card that is turned up may have been dealt before it.
        among = left + before if not is_dealt else [one for one in left if one["nth"] == count or not is_first and one["nth"] > count]
        found = next((one for one in sorted(among, key=lambda one: one["nth"]) if one["card"] == of["card"]), None)
        assert found, f"{of['card']} was shown, and no opening proves it"
        (left if found in left else before).remove(found)
        count = found["nth"] if is_dealt else count

def drawn(told):
    """The cards that were drawn for the button are the first of the deck that was cut for it, in their order."""
    button = told.get("button")
    if not button or not told["shuffles"]:
        return
    made = [one for one in button["shuffles"] if one["chosen"]]
    assert made, "nothing proves the draw for the button"
    proven = {one["nth"]: one["card"] for one in made[-1]["openings"]}
    for nth, (seat, card) in enumerate(button["drawn"], 1):
        assert proven.get(nth) == card, f"{card} was drawn for seat {seat}, and no opening proves it"

def shuffles_of(told):
    return (told.get("button") or {}).get("shuffles", []) + told["shuffles"]

def counted(last, told):
    """No shuffle of the table is left out: each has the number after the one before it."""
    for one in shuffles_of(told):
        assert last is None or one["shuffle"] == last + 1, f"shuffle {last + 1} is in no record"
        last = one["shuffle"]
    return last

def vectors():
    record = {"mark": bytes(range(32)).hex(), "table": 7, "shuffle": 3}
    deck = [card for card in CARDS if card != "Joker"]
    bound = bound_to(record)
    seeds = [bytes([which]) * 32 for which in range(1, 9)]
    made = [sealed(bound, which, seed, deck) for which, seed in enumerate(seeds, 1)]
    record["roots"] = [one.hex() for _, one in made]
    record["words"] = [{"person": 4, "words": "00112233445566778899aabbccddeeff"},
                       {"person": 19, "words": "ffeeddccbbaa99887766554433221100 good luck"}]
    chosen, order, hashed = cut(record, deck)
    salts = sha("salts", seeds[chosen - 1])
    print("roots     ", "\n           ".join(record["roots"]))
    for one in record["words"]:
        print("commitment", commitment(record, one["person"], one["words"]).hex())
    print("cut       ", hashed.hex())
    print("deck      ", chosen)
    print("places    ", " ".join(map(str, order[:12])))
    print("cards     ", " ".join(made[chosen - 1][0][place] for place in order[:12]))
    print("salt      ", sha("salt", salts, number(order[0], 4)).hex())
    print("dice      ", *dice(hashed, sha("salt", salts, number(len(deck), 4)), 3))
    shoe = {"sealed": 3, "deck": chosen, "gone": sorted(order[:12])}
    _, order, hashed = cut_anew({**record, "shuffle": 4, "shoe": shoe}, deck)
    print("again     ", hashed.hex())
    print("next      ", " ".join(map(str, order[:12])))
    print("its cards ", " ".join(made[chosen - 1][0][place] for place in order[:12]))

if __name__ == "__main__":
    if sys.argv[1:] == ["--vectors"]:
        vectors()
    else:
        before = round = last = None
        for name in sys.argv[1:]:
            with open(name, encoding="utf-8") as file:
                told = json.load(file)
            for one in shuffles_of(told):
                print(check(one, told["deck"]))
            drawn(told)
            shown(told)
            # Before the first round nothing was shuffled; after a round that was not given, anything may have been.
            last = counted(last if round == told["round"] - 1 else 0 if told["round"] == 1 else None, told)
            round = told["round"]
            before = follow(before, told)
