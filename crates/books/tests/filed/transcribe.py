#!/usr/bin/env python3
"""Reads the collection tables of a filing's text, column by column, into TSV files of figures.

    transcribe.py FILING.txt OUT

writes OUT/HOUSE/NAME.tsv for each set of tables found in the text. See README.md.
"""

import re
import sys
from pathlib import Path

COLUMNS = [
    "table", "option", "limit_min", "limit_max", "limit_to_min", "limit_to_max", "small_blind", "big_blind",
    "chip", "players_min", "players_max", "from", "to", "bank_fee", "player_fee", "bonus_fee", "pot_fee",
    "modified_a", "modified_b", "jackpot", "blind_drop", "half_hour",
]

# What a heading of a column means. "players" columns hold the fee of a number of players.
HEADINGS = {
    "schedule option": "option", "schedule options": "option", "table limit": "limit",
    "small blind/big blind": "blinds", "small/big blind": "blinds", "number of players": "players",
    "total table action": "action", "total action on table": "action", "total action": "action",
    "amount wagered": "action", "player-dealer fee": "bank_fee", "p/d collection (taken per hand)": "bank_fee",
    "player/dealer collection": "bank_fee", "player/dealer collection per hand": "bank_fee",
    "player fee": "player_fee", "player collection": "player_fee", "player collection per bet": "player_fee",
    "bonus bet fee": "bonus_fee", "collection fee": "pot_fee", "modified fee (a)": "modified_a",
    "modified fee (b)": "modified_b", "jackpot fee": "jackpot",
}

# The one table whose columns have no headings but the first: read like the other table of four bands.
HEADLESS = ["limit", "blinds", (7, ""), (5, 6), (4, 4), ("", 3), "modified_a", "modified_b"]

# A line that says which set of tables follows: a pattern, the file to write, and the table's name there.
SECTIONS = [
    ("000", r"Poker Collection Rates", "mortimers/holdem", ""),
    ("000", r"^Limit Games$", "mortimers/holdem", "limit"),
    ("000", r"^Pot Limit / No Limit$", "mortimers/holdem", "pot-or-no-limit"),
    ("000", r"^Spread Limit$", "mortimers/holdem", "spread"),
    ("000", r"^Collection A$", "mortimers/no-bust-6-buster", "A"),
    ("000", r"^Collection B$", "mortimers/no-bust-6-buster", "B"),
    ("000", r"^Buster Blackjack Side Wager$", None, ""),
    ("000", r"^Pai Gow Poker .*\(GEGA-001004\)$", "mortimers/double-hand", ""),
    ("000", r"^No Bust .*\(GEGA-001003\)$", "mortimers/no-bust-2003", ""),
    ("000", r"^No Bust .*\(GEGA-002891\)$", "mortimers/no-bust-6", ""),
    ("000", r"^No Bust .*\(GEGA-003019\)$", "mortimers/no-bust-6-buster", ""),
    ("000", r"^Pure 21.5 .*\(GEGA-000309\)", "mortimers/pure-21-5", ""),
    ("000", r"^Collection Procedures$", None, ""),
    ("001", r"^For \*\*schedule options 1 through 2\*\*", "pinnacle/holdem", "half-hour"),
    ("001", r"^For \*\*schedule option 3\*\*", "pinnacle/holdem", "pot"),
    ("001", r"^For \*\*schedule options 1 through 6\*\*", "pinnacle/three-card-6-card-bonus", ""),
    ("001", r"^Collection Procedures$", None, ""),
    ("001", r"^COLLECTION FEES$", "ven-a-mexico/no-bust-4-01", ""),
    ("002", r"^Pai Gow Poker: GEGA-000891$", "marina/double-hand", ""),
    ("002", r"GEGA-000890", "marina/blackjack", ""),
    ("002", r"^Texas Hold'em: GEGA-000889$", "marina/holdem", ""),
    ("002", r"^Lowball: GEGA-000888$", "marina/lowball", ""),
    ("003", r"^Collection Rates$", "players-club/no-bust-5", ""),
]
MARINA_TABLES = {"Limit": "limit", "Pot Limit/No Limit": "pot-or-no-limit", "Spread Limit": "spread"}


def cents(text):
    """"$1,200", ".50" or "5" in cents; nothing for "N/A" or an empty cell."""
    text = text.replace("$", "").replace(",", "").strip()
    if text in ("", "N/A"):
        return ""
    return str(round(float(text) * 100))


def span(text):
    """The two figures of "$5 - $25", "$201 +", "$301 - or more", "$2 - No Limit" or "$4/$8"."""
    text = text.replace("\u2013", "-").replace("\\", "")
    open_end = re.fullmatch(r"\s*([$\d.,]+)\s*(?:\+|- or more|- No Limit)\s*", text)
    if open_end:
        return cents(open_end[1]), ""
    parts = re.split(r"\s*[-/]\s*", text.strip())
    if len(parts) == 1:
        return cents(parts[0]), cents(parts[0])
    assert len(parts) == 2, text
    return cents(parts[0]), cents(parts[1])


def players(text):
    """The bounds of "7 or more", "5-6 players" or "4 or less"."""
    text = text.replace("players", "").replace("\u2013", "-").strip()
    if text.endswith("or more"):
        return int(text.split()[0]), ""
    if text.endswith("or less"):
        return "", int(text.split()[0])
    parts = [int(part) for part in text.split("-")]
    return parts[0], parts[-1]


def plain(line):
    """The line without the marks of the text's format."""
    return re.sub(r"</?u>", "", line.replace("\\$", "$")).rstrip("\n")


def columns_of(cells):
    """What the columns of a heading mean, or nothing if this is no heading."""
    names = [cell.strip().lower() for cell in cells]
    if names[0] == "table limit" and not any(names[1:]):
        return HEADLESS
    meanings = []
    for name in names:
        if name in HEADINGS:
            meanings.append(HEADINGS[name])
        elif name.endswith("players"):
            meanings.append(players(name))
        else:
            return None
    return meanings


class Filing:
    def __init__(self, number):
        self.number = number
        self.files = {}
        self.path, self.table = None, ""
        self.columns, self.above = None, {}
        self.limit, self.limit_to = ("", ""), ("", "")

    def heading(self, line):
        for number, pattern, path, table in SECTIONS:
            if number == self.number and re.search(pattern, line):
                self.path, self.table, self.columns = path, table, None
                self.limit, self.limit_to = ("", ""), ("", "")
        if self.number == "002" and line in MARINA_TABLES:
            self.table, self.columns = MARINA_TABLES[line], None
        found = re.search(r"^Minimum Wagering Limit.*?(\$\d+)$", line)
        if found:
            self.limit = (cents(found[1]), "")
        found = re.search(r"^Maximum Wagering Limit.*?(\$\d+)$", line)
        if found:
            self.limit = (self.limit[0], cents(found[1]))
        found = re.search(r"^Minimum of a (\$\d+/\$\d+) Limit Game", line)
        if found:
            self.limit = span(found[1])
        found = re.search(r"^Maximum of a (\$\d+/\$\d+) Limit Game", line)
        if found:
            self.limit_to = span(found[1])
        found = re.search(r"^Table Limit (\$\d+ - \$[\d,]+)$", line)
        if found and self.number == "003":
            self.limit = span(found[1])

    def prose(self, line):
        """The fees of the Players Club's first page stand in sentences."""
        found = re.search(r"In the \$(\d)-(\d) games .* dropping the \$([\d.]+) blind", line)
        if found:
            low, high, drop = (cents(figure) for figure in found.groups())
            self.add("players-club/poker", {
                "table": "3-6", "limit_min": low, "limit_max": high, "blind_drop": drop, "big_blind": drop,
                "small_blind": "0"})
        found = re.search(r"no limit Holdem game the collection rate is \$([\d.]+) every", line)
        if found:
            self.add("players-club/poker", {"table": "no-limit", "half_hour": cents(found[1])})
        found = re.search(r"^\$(\d) Panquine", line)
        if found:
            self.chip = cents(found[1])
        found = re.search(r"Panquine game the collection rate is \$([\d.]+) every", line)
        if found:
            self.add("players-club/pan", {"chip": self.chip, "half_hour": cents(found[1])})

    def add(self, path, figures):
        self.files.setdefault(path, []).append(figures)

    def row(self, cells):
        meanings = columns_of(cells)
        if meanings:
            self.columns, self.above = meanings, {}
            return
        if not self.columns or not self.path:
            return
        extra = len(cells) - len(self.columns)
        if extra > 0:
            # Collection B prints the two figures of its action in cells of their own from its second limit on.
            cells = [cells[0], " ".join(cells[1:2 + extra]), *cells[2 + extra:]]
        if len(cells) != len(self.columns):
            return
        figures, bands, starts = {"table": self.table}, [], False
        for meaning, cell in zip(self.columns, cells):
            cell = cell.strip()
            if isinstance(meaning, tuple):
                bands.append((meaning, cents(cell)))
            elif meaning == "option":
                figures["option"], starts = cell, starts or bool(cell)
            elif meaning == "limit":
                if cell:
                    figures["limit_min"], figures["limit_max"] = span(cell)
                    starts = True
            elif meaning == "blinds":
                figures["small_blind"], figures["big_blind"] = span(cell)
                starts = True
            elif meaning == "action":
                figures["from"], figures["to"] = span(cell)
            elif meaning == "players":
                figures["players_min"], figures["players_max"] = players(cell)
            else:
                figures[meaning] = cents(cell)
        if "limit" not in self.columns and self.limit[0]:
            figures["limit_min"], figures["limit_max"] = self.limit
            figures["limit_to_min"], figures["limit_to_max"] = self.limit_to
        if "players" in self.columns and "player_fee" in self.columns:
            figures["pot_fee"] = figures.pop("player_fee")
        if self.table == "half-hour":
            figures["half_hour"] = figures.pop("pot_fee")
        if not starts:
            # A row without its own option or limit belongs to the one above and repeats what it leaves blank.
            for key in ("option", "limit_min", "limit_max", "player_fee", "bonus_fee", "jackpot"):
                if not figures.get(key):
                    figures[key] = self.above.get(key, "")
        self.above = figures
        if bands:
            for (low, high), fee in bands:
                self.add(self.path, {**figures, "players_min": low, "players_max": high, "pot_fee": fee})
        else:
            self.add(self.path, figures)


def main():
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    filing = Filing(source.name[:3])
    for line in source.read_text(encoding="utf-8").splitlines():
        line = plain(line)
        if "\t" in line:
            filing.row(line.split("\t"))
        elif line.strip():
            filing.heading(line.strip())
            filing.prose(line.strip())
    for path, rows in filing.files.items():
        target = out / (path + ".tsv")
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = ["\t".join(COLUMNS)]
        lines += ["\t".join(str(row.get(column, "")) for column in COLUMNS) for row in rows]
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{target}: {len(rows)} rows")


if __name__ == "__main__":
    main()
