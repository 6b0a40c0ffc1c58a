// Two made-up talks as transcripts, in parts. In each, some parts are hooks that were planted on purpose (they ask,
// count, contradict, feel, and pay off at once), some are plain body, and some are filler that nobody would post. The
// facts in them are of no importance.

export interface TalkPart {
  readonly name: string;
  readonly kind: "hook" | "body" | "filler";
  readonly text: string;
}

export const SLEEP_TALK: readonly TalkPart[] = [
  {
    name: "welcome",
    kind: "filler",
    text: `Good morning and welcome back to this session. Before we begin, a few announcements. Lunch is at half past
      twelve in the hall downstairs, and the coffee will be there a little earlier. The slides will be on the website
      after the session, so there is no need to take photographs. Please remember to wear your badges. Let me see whether
      the microphone works and whether the slides are on the screen.`,
  },
  {
    name: "clock",
    kind: "body",
    text: `The body has a clock that follows the light. It sits in a small group of cells behind the eyes. These cells
      receive a signal from the retina and pass it on to other tissues. The rhythm that results is close to the length of
      a day, and light in the morning keeps it in step. Other tissues have rhythms of their own, which follow the central
      one with a delay.`,
  },
  {
    name: "all-nighter",
    kind: "hook",
    text: `What happens to your brain after a single night without sleep? Nobody believes the answer the first time they
      hear it. After seventeen hours awake you react as slowly as a drunk driver. After twenty four hours you are worse.
      And the terrifying part is that you never notice it yourself. You feel fine, and you are dangerous.`,
  },
  {
    name: "stages",
    kind: "body",
    text: `Sleep has several stages which follow each other in cycles. The first stages are light, and the later ones are
      deep. A cycle takes around an hour and a half in adults. Towards the morning the share of deep stages becomes
      smaller, and dreams become longer. Researchers record these stages with electrodes on the scalp and read them from
      the shape of the waves.`,
  },
  {
    name: "method",
    kind: "filler",
    text: `On this slide, um, you can see the setup of the recording, and on the next slide there is, uh, the table of
      the sites. We will go through the columns in a minute. The columns are in the handout as well, so, um, if you have
      the handout you can follow there. I think the slide is missing a row, but, uh, that is in the handout too.`,
  },
  {
    name: "caffeine",
    kind: "hook",
    text: `Coffee does not give you energy. It steals it from tomorrow. Here is the trick that caffeine plays on you. Your
      brain counts how long you have been awake with a molecule, and caffeine only blocks the counter. The tiredness is
      still there, waiting. One cup at four in the afternoon and half of it is still in your blood at ten. That is why
      the best thing you can do for your sleep is to stop at noon.`,
  },
  {
    name: "temperature",
    kind: "body",
    text: `Temperature plays a part as well. The core of the body cools by about a degree in the evening. Warm hands and
      feet help with that, since heat leaves the body through them. Bedrooms are often kept warmer than the laboratory
      protocols advise. A shower before bed may shorten the time to fall asleep by several minutes in such studies.`,
  },
  {
    name: "memory",
    kind: "body",
    text: `Memory is strengthened at night. What was learned during the day is replayed, and connections that are used
      become stronger. Students who slept between learning and testing recalled more word pairs than those who stayed
      awake. The effect is found for movements as well as for facts. Naps have a similar effect, though it is smaller.`,
  },
  {
    name: "doctors",
    kind: "hook",
    text: `I once killed a plant, a goldfish and nearly a patient in the same week. I was a young doctor and I had not
      slept for thirty hours. I wrote down ten times the right dose. A nurse caught my mistake, and I cried in the
      stairwell. Do you know what they told me? Go home, and be back in eight hours. Today I know that this was not my
      failure. It was the schedule. Tired people do not make choices, they make mistakes.`,
  },
  {
    name: "light",
    kind: "body",
    text: `Screens give off light with a blue part to which the clock responds. The amount is small compared with
      daylight. Some studies find a delay of the rhythm, others find none. The content of what is watched may matter
      more than the light itself. Dimming lamps in the evening is a cheap measure in any case.`,
  },
  {
    name: "thanks",
    kind: "filler",
    text: `So with that we are at the end of this session. Thanks to the organizers for having us, and thanks to the
      sponsors. There will be a short break now before the next session. The recording will be on the channel. Please
      leave the badges in the box at the registration desk, and please hand in the forms about the schedule.`,
  },
];

export const MONEY_TALK: readonly TalkPart[] = [
  {
    name: "intro",
    kind: "filler",
    text: `Hello everyone and welcome to another episode of the show. Before we start, please subscribe to the channel
      and leave a comment. This episode is brought to you by our sponsor, who has a discount for listeners of the show.
      The link is in the newsletter. We also have new merch in the shop. Okay, let us get going with the episode.`,
  },
  {
    name: "bakery",
    kind: "body",
    text: `The bakery opened on a street with two others. It sold bread, rolls and some cakes. The owner had worked in a
      kitchen before and knew the suppliers. In the first year the sales grew slowly, and most of the customers came
      from the houses nearby. Flour became more expensive in the second year, and prices were raised a little.`,
  },
  {
    name: "debt",
    kind: "hook",
    text: `Why do the smartest people stay broke? Because they hide from one number. I hid from mine for six years. Forty
      one thousand dollars of debt, in an envelope I was too scared to open. The day I opened it I cried, and then
      something strange happened. The fear was gone. You cannot fight a monster that you refuse to look at.`,
  },
  {
    name: "accounts",
    kind: "body",
    text: `A budget is a list of what comes in and what goes out. Some people keep it on paper, others in a spreadsheet.
      Rent and food take the larger part in most households. Insurance is paid once a year in many cases, which makes
      the months uneven. It helps to set aside a part of it each month.`,
  },
  {
    name: "rockets",
    kind: "body",
    text: `My cousin works with rockets, which has nothing to do with money. The engines burn methane and oxygen. The tanks
      are made of steel rings that are welded together. Before a launch the rocket is fuelled for about an hour, and the
      launch itself is over in minutes. The engines are tested on a stand, and some of the rockets land again.`,
  },
  {
    name: "raise",
    kind: "hook",
    text: `Never ask for a raise. Ask for a price. Here is the mistake that everyone makes. They talk about what they need,
      and nobody pays for what you need. Write down three things that you did this year, and what each was worth. Then
      say one sentence and stop talking. The first person who speaks loses. I have seen this double a salary in ten
      minutes.`,
  },
  {
    name: "interest",
    kind: "body",
    text: `Interest is paid on the balance at the end of each month. The rate depends on the bank and on the length of the
      contract. With a longer contract the rate is usually somewhat higher. When the contract ends the money is moved to
      another account unless one says otherwise. The forms for that are in the letters that the bank sends.`,
  },
  {
    name: "outro",
    kind: "filler",
    text: `And that is the end of this episode. Thanks for listening, and thanks again to our sponsor. Please subscribe to
      the channel, and leave a comment about the next episode. The schedule for the next sessions is in the newsletter,
      and the merch is in the shop. We will see you in the next episode of the show.`,
  },
];
