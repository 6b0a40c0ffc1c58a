"""Grammars of everyday English: small templates over common words.

They stand in for conversational text, which is not to be had as a package
with a free licence. The held-out test sentences were written separately and
share no template with these.
"""
import random

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_words(value: int) -> str:
    """0 to 9999 in words, without 'and'."""
    if value < 20:
        return ONES[value]
    if value < 100:
        return TENS[value // 10] + (f" {ONES[value % 10]}" if value % 10 else "")
    if value < 1000:
        return f"{ONES[value // 100]} hundred" + (f" {number_words(value % 100)}" if value % 100 else "")
    return f"{number_words(value // 1000)} thousand" + (f" {number_words(value % 1000)}" if value % 1000 else "")


def lot(text: str) -> list[str]:
    """The comma-separated alternatives of a slot."""
    return [item.strip() for item in text.split(",")]


SLOTS: dict[str, list[str]] = {
    "who": lot("I, you, we, they, my brother, her sister, our neighbour, the teacher, the doctor, that man, this woman, some people, everybody, nobody, the children, my friend, his boss, the driver, a customer, the whole team, one of my friends, his mother, your father, the guests, most people, an old man, a young girl"),
    "past": lot("went, came back, called, waited, stopped, tried again, laughed, agreed, moved, left early, stayed at home, forgot, got lost, fell asleep, started to sing, asked for help, sat down, stood up, ran away, gave up, woke up, changed, returned, arrived, listened, disappeared"),
    "did": lot("bought, saw, found, lost, sold, opened, broke, fixed, cleaned, painted, carried, forgot, wanted, needed, liked, made, built, left, kept, brought, picked up, threw away, looked for, talked about, thought about, paid for, ordered, tested, checked, washed, hid, chose, borrowed, dropped"),
    "verb": lot("buy, see, find, lose, sell, open, break, fix, clean, paint, carry, forget, use, need, like, make, build, leave, keep, bring, pick up, look for, talk about, pay for, order, test, check, share, explain, change, move, send, read, write, watch, learn, choose, show, hold, count, finish"),
    "thing": lot("the car, a house, the phone, my keys, the window, a book, an apple, the door, some bread, the table, a bottle of water, the kitchen, this picture, that song, a letter, the garden, a ticket, the camera, your shoes, a chair, the computer, the roof, his jacket, a bicycle, the map, the lamp, two eggs, the fridge, a clock, the price, the report, the bill, the old bridge, an umbrella, the music, a warm coat, the questions, the answer, a knife, the plates, a small gift, my glasses, the photographs, the box, a piece of paper, the machine, the battery, the engine, the ladder"),
    "place": lot("in the park, at school, at home, in the office, on the beach, near the river, at the station, in the city, in the mountains, at the market, behind the house, in the kitchen, on the train, at the airport, in the hospital, under the bridge, across the street, in the village, at the restaurant, in the library, on the island, by the lake, in the middle of the road, next to the bank, at the hotel, in another country, downtown, outside, upstairs, in the car, on the second floor, around the corner"),
    "when": lot("today, yesterday, tomorrow, last week, next month, this morning, in the evening, after dinner, before lunch, every day, once a week, at night, in the summer, on Monday, on Friday, last Saturday, next Tuesday, two years ago, a long time ago, right now, later, at noon, at midnight, for the first time, in winter, in March, in September, last autumn, all day, for hours, again, on Thursday afternoon, on Wednesday, in January, last July, next December, on Sunday morning"),
    "adj": lot("good, bad, big, small, happy, sad, cold, hot, warm, expensive, cheap, easy, difficult, beautiful, strange, quiet, loud, fast, slow, heavy, dark, bright, empty, full, clean, dirty, tired, hungry, busy, free, famous, important, dangerous, safe, wonderful, terrible, simple, strong, weak, young, new, different, funny, boring, fresh, useful, perfect, ready, angry, surprised"),
    "food": lot("rice and beans, fried potatoes, a cup of tea, black coffee, chicken soup, fresh fruit, tomato salad, chocolate cake, grilled fish, bread and butter, an orange, scrambled eggs, cheese, a sandwich, pasta with garlic, cold milk, strawberries, a glass of wine, ice cream, roast beef, mushrooms, honey, onions and carrots, pepper and salt, apple pie, vegetables, lemon juice, noodles"),
    "weather": lot("rain, snow, sunshine, strong wind, thick fog, thunder and lightning, a heavy storm, clear skies, freezing cold, hot and dry weather, clouds, hail, a light breeze, frost"),
    "sport": lot("football, tennis, basketball, swimming, running, chess, golf, baseball, hockey, cycling, boxing, rugby, volleyball, skiing, climbing, cricket, yoga, sailing, dancing"),
    "job": lot("nurse, doctor, teacher, engineer, lawyer, farmer, driver, pilot, cook, painter, singer, writer, actor, manager, secretary, scientist, soldier, waiter, student, police officer, designer, carpenter, plumber, journalist, photographer, programmer, librarian, baker"),
    "city": lot("London, Paris, New York, Berlin, Rome, Chicago, Boston, Tokyo, Madrid, Dublin, Sydney, Toronto, Moscow, Boston, Texas, California, Florida, Canada, Germany, France, Italy, Spain, China, India, Japan, Mexico, Brazil, Africa, Europe, America, England, Scotland, Ireland, Australia"),
    "name": lot("John, Mary, David, Sarah, Peter, Anna, Michael, Linda, James, Emma, Robert, Julia, Tom, Alice, Daniel, Laura, George, Helen, Paul, Susan, Kevin, Nancy, Steve, Rachel, Mark, Maria, Frank, Karen, Henry, Jane, William, Elizabeth"),
    "topic": lot("the economy, climate change, the new product, our customers, education, health care, artificial intelligence, the election, the market, social media, history, science, music, movies, space travel, privacy, energy, the internet, marketing, sleep, exercise, language, childhood, leadership, mental health, the budget, technology, design, the law, housing, public transport, religion, love, money, war, freedom, the brain, evolution, the ocean, software, video games, art"),
    "think": lot("I think, I believe, I guess, I hope, maybe, honestly, of course, you know, I mean, actually, to be fair, in my opinion, as far as I know, the truth is, it turns out that, I'm pretty sure, I don't think, we all know that, nobody told me that, I heard that, they say that, let's say"),
    "link": lot("and, but, so, because, and then, although, while, even though, until, after, before, when, if, or"),
    "product": lot("app, phone, camera, service, website, software, device, tool, program, model, platform, version, feature, design, update, channel, show, podcast, episode, video, article, course, company, project, plan, idea"),
    "unit": lot("dollars, euros, pounds, minutes, hours, days, weeks, months, years, miles, kilometers, people, times, pages, degrees, percent, grams, meters, seconds, students, books, points, cents"),
    "month": lot("January, February, March, April, May, June, July, August, September, October, November, December"),
    "ordinal": lot("first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, fifteenth, twentieth, twenty first, thirtieth"),
    "person": lot("him, her, me, us, them, you, my wife, your husband, the kids, his parents, John, Mary, somebody, everyone, anyone"),
    "do": lot("do, does, did, can, could, will, would, should, must"),
    "wh": lot("how, why, where, when"),
}

TEMPLATES = [
    "{who} {did} {thing} {when}.", "{who} {did} {thing} {place}.", "{who} {past} {place} {when}.", "{who} {past} {link} {who} {did} {thing}.",
    "{think} {who} {did} {thing} {link} {who} {past}.", "so how do they {verb} {thing}?", "{wh} {do} {who} {verb} {thing}?",
    "{wh} {do} you {verb} {thing} {place}?", "do you want to {verb} {thing} {when}?", "can you {verb} {thing} for {person}?",
    "could you please {verb} {thing}?", "please {verb} {thing} {when}.", "don't {verb} {thing}.", "let's {verb} {thing} {place}.",
    "I'd like {food} and {food}, please.", "we had {food} for dinner {place}.", "{who} always eats {food} {when}.", "this {food} is too {adj}.",
    "there will be {weather} in {city} {when}.", "{when} we expect {weather} and {weather}.", "the weather is {adj} and {adj} today.",
    "it's going to be {adj} {when}.", "{name} plays {sport} {when}.", "who won the {sport} game {when}?", "{sport} is more {adj} than {sport}.",
    "{name} is a {job} from {city}.", "she wants to become a {job}.", "my father was a {job} {place}.", "the {job} told {person} that {thing} was {adj}.",
    "we flew from {city} to {city} {when}.", "the train to {city} leaves at {n12} {n60}.", "how far is it from {city} to {city}?", "have you ever been to {city}?",
    "it costs {n} {unit}.", "{n} {unit} is a lot.", "there were about {n} {unit}, maybe {n}.", "on the {ordinal} of {month} we {past}.",
    "{month} {ordinal}, {year}.", "it was in {year} when {who} {did} {thing}.", "he was born in {year} in {city}.", "call me at {n12} o'clock.",
    "her number is {digits}.", "{name} is {n99} years old.", "more than {n} {unit} have {topic} on their mind.",
    "today we want to talk about {topic}.", "{think} {topic} is the {adj} part of {topic}.", "what do you think about {topic}?",
    "so the question is, {wh} does {topic} change {topic}?", "the {adj} thing about {topic} is that {who} {past}.", "welcome back to the {product}, I'm {name}.",
    "in this {product} I'll show you how to {verb} {thing}.", "thank you for watching, and don't forget to {verb} {thing}.", "let me know what you think about this {product}.",
    "our {adj} {product} helps people {verb} {thing}.", "the {ordinal} {product} was {adj}, the {ordinal} was {adj}.", "you can't {verb} {thing} without {thing}.",
    "if you {verb} {thing}, you'll {verb} {thing}.", "I've never {past} like that before.", "he said, I won't {verb} {thing}.", "what would you do if {who} {did} {thing}?",
    "it's not about {topic}, it's about {topic}.", "ask {person} what {who} can {verb}.", "{who} didn't {verb} {thing}, {link} {who} {past}.",
    "is {thing} {adj} or {adj}?", "that's {adj}, isn't it?", "where are {who} going {when}?", "I was {adj} when {who} {past}.", "nothing is as {adj} as {thing}.",
    "yes, {think} that's {adj}.", "no, {who} never {did} {thing}.", "well, {think} {who} should {verb} {thing}.", "right, so {who} {did} {thing}.",
    "the more you {verb}, the more you {verb}.", "we need to {verb} {thing} and {verb} {thing}.", "{who} will {verb} {thing} if {who} can.",
    "one of the {adj} {product} ideas came from {city}.", "{name} and {name} {past} {when}.", "give {person} {thing}.", "my favourite {product} is the {adj} one.",
    "turn left at the {adj} corner and walk {n} {unit}.", "{who} has to work {when}.", "I'm sorry, {who} can't {verb} {thing} {when}.", "good morning, {name}, how are you?",
    "nice to meet you, my name is {name}.", "see you {when}.", "happy birthday to {person}.", "the meeting starts at half past {n12}.", "at a quarter to {n12} {who} {past}.",
    "this is what we call {topic}.", "as you can see {place}, {thing} is {adj}.", "what a {adj} day!", "it was {adj}, it was {adj}, it was {adj}.",
    "there is no {topic} without {topic}.", "{who} used to {verb} {thing} {when}.", "has anybody {past}?", "they've been {adj} for {n} {unit}.",
]


def fill(slot: str, rng: random.Random) -> str:
    """One filling of a slot; numbers are drawn evenly over magnitudes."""
    if slot == "n":
        return number_words(int(rng.choice((10, 100, 1000, 9999)) * rng.random()) + 2)
    if slot == "n12":
        return number_words(rng.randint(1, 12))
    if slot == "n60":
        return number_words(rng.randint(10, 59))
    if slot == "n99":
        return number_words(rng.randint(1, 99))
    if slot == "year":
        return f"{number_words(rng.choice((17, 18, 19, 20)))} {number_words(rng.randint(10, 99))}"
    if slot == "digits":
        return " ".join(rng.choice(ONES[:10]) for _ in range(rng.randint(3, 8)))
    return rng.choice(SLOTS[slot])


def everyday_sentence(rng: random.Random) -> str:
    """A random sentence of the grammars, capitalised and with its punctuation."""
    template = rng.choice(TEMPLATES)
    parts = template.split("{")
    text = parts[0]
    for part in parts[1:]:
        slot, rest = part.split("}", 1)
        text += fill(slot, rng) + rest
    return text[0].upper() + text[1:]
