// Small word classes of English, enough to see whether some words are a whole clause: verbs by their forms, what can
// begin a subject, what cannot end a clause. A tagger was rejected: what a title needs to know are the few hundred
// words with which people speak, and a wrong guess only passes a clause over.

import { wordSet } from "../../language/word-set.ts";

export const AUXILIARIES =
  wordSet(`am is are was were be do does did have has had can could will would shall should may
  might must cannot can't couldn't won't wouldn't shouldn't isn't aren't wasn't weren't don't doesn't didn't haven't
  hasn't hadn't mustn't ain't gotta`);
/** Verbs as people use them in speech, in the form of the dictionary. */
const BASES =
  wordSet(`accept achieve act adapt add adjust admit adopt affect afford agree aim align allow announce answer apply
    appreciate argue arrive ask assess assume attack attend attract automate avoid bake ban beat become begin
    believe belong bet bite blame blow boil bother break breathe bring build burn buy call care carry catch cause
    change charge chase check choose claim clean climb close collect come commit communicate compare compete compile
    complain concentrate confess configure confirm confuse connect consider consume contain continue contribute
    control convert convince cook copy cost count crash create criticize cry cure cut dance deal debug decide
    declare define delegate delete deliver demand demonstrate deny depend deploy describe deserve design destroy
    detect develop die differ differentiate disagree disappear discourage discover discuss distort do doubt draw
    dream dress drink drive drop earn eat educate eliminate embrace emphasize empower enable encourage end engage
    enhance enjoy ensure enter escape evaluate evolve examine execute exist expand expect experience explain explode
    explore express extend face fail fall feed feel fight figure fill find finish fit fix fly focus follow force
    forget forgive form free gain generate get give go grab grow guess handle hang happen hate have head heal hear
    heat help hide hire hit hold hope hurt identify ignore imagine implement imply impress improve include increase
    influence inform inherit insist inspect inspire install integrate interact interpret interview introduce invent
    invest invite involve iterate join judge jump keep kick kill know lack last laugh launch lead lean learn leave
    lend let lie lift like limit link listen live load look lose love maintain make manage manipulate mark marry
    matter maximize mean measure meet mention merge mess migrate mind minimize miss mix modify motivate move name
    need neglect negotiate notice obtain occur offer open operate order organize overcome overestimate overlook owe
    own pack participate pass pay perceive perform persuade pick place plan play point possess postpone pray predict
    prefer prepare present preserve press pretend prevent prioritize produce promise propose protect prove provide
    publish pull punish pursue push put question quit raise reach react read realize receive recognize recommend
    record recover reduce refactor refer refuse regret reject relate relax release rely remain remember remind
    remove rent repeat replace reply report represent require resist resolve respect respond rest restrict result
    retire return reveal rewrite ride rip rise risk roll ruin rule run satisfy save say scale scare see seek seem
    sell send separate serve set settle shape share shift ship shoot shop shout show shrink shut sign sing sit sleep
    slow smell smile solve sort sound spawn speak specialize spend split spread stand stare start state stay steal
    step stick stop store struggle study subscribe succeed suck suffer suggest support suppose surprise survive
    sustain swear sweat swim switch take talk target taste teach tell tend test text thank think threaten thrive
    throw tolerate touch track trade train transform translate travel treat trigger trust try turn type
    underestimate understand unlock upgrade use validate value visit vote wait wake walk want warn waste watch wear
    win wish withdraw wonder work worry write yell`);
const PASTS =
  wordSet(`ate beat became began bent bet bit blew bought broke brought built burnt came caught chose cost cut dealt died did
  drank drew drove fed fell felt flew forgave forgot fought found froze gave got grew had heard held hid hit hung hurt kept
  knew laid led left lent let lost made meant met paid put quit ran rang read rode rose said sang sat saw sent set shook
  shot shut slept sold spent spoke split spread stood stole stuck swam swore taught thought threw told took tore understood
  went woke won wore wrote`);
const NOT_PAST =
  wordSet(`need bed red speed hundred seed feed embed based hundred shed sped indeed ahead instead weed
  greed creed breed bleed supposed united limited related advanced biased excited`);
export const SUBJECT_PRONOUNS =
  wordSet(`i you we they he she it there everyone everybody nobody somebody someone anyone anybody people
  everything nothing something this that these those who`);
/** Pronouns with a verb of their own: "I'm", "they'd", "that's". */
export const PRONOUN_WITH_VERB =
  /^(?:i|you|we|they|he|she|it|there|that|this|everyone|everybody|nobody|somebody|someone|something|nothing|everything|who|what|here|people)'(?:m|s|re|ve|d|ll)$/;
/** Pronouns and a verb where the verb belongs to a noun: "the problem's". */
export const NOUN_WITH_VERB = /^\p{L}{3,}'(?:re|ve|ll|d)$/u;
export const DETERMINERS =
  wordSet(`the a an my your his her its our their this that these those some any every each no
  all most many few several both another more less much one two three four five six seven eight nine ten half`);
export const PREPOSITIONS =
  wordSet(`of to in on at by for with from into onto over under about against between through during
  without within across behind beyond around after before above below near off out up down as than like per via
  toward towards upon among inside outside despite since until till besides except versus`);
/** Begin a clause that is no sentence of its own. */
export const SUBORDINATORS =
  wordSet(`if when while because since although though unless until till whereas whether once
  before after as that which who whom whose where wherever whenever lest`);
/** Stands before one of these and says how far it goes: "especially when", "only if". */
export const LIMITS = /^(?:especially|even|only)$/;
export const RELATIVES = wordSet(
  "that which who whom whose where when what how why whatever whoever whether if because while",
);
export const QUESTION_WORDS = wordSet("what why how who whom whose where when which");
export const CONJUNCTIONS = wordSet("and but so or because 'cause cause nor yet plus");
export const ADVERBS =
  wordSet(`not never always just really actually still also even only probably maybe perhaps often
  usually sometimes simply literally already now then basically totally absolutely kinda all both definitely certainly
  almost ever truly honestly quickly suddenly finally eventually generally typically certainly clearly obviously
  constantly immediately slowly all currently rarely hardly seldom largely mostly easily fully once pretty much`);
/** Nothing whole ends with these, whatever mark follows. */
export const NEVER_LAST =
  wordSet(`and or but because the a an my your our their his its very if than which who whose as i we he
  she they i'm you're we're they're gonna wanna gotta i've we've they've you've every whether nor toward towards
  into onto upon that's there's it's let's`);
/** Nothing ends with these except where the sentence itself ends. */
export const SELDOM_LAST =
  wordSet(`to of in on at by for with from so not is are was were be been am has have had do does did can
  could will would should must may might about like just really even when where what how why that this these those
  you's no some any also only such more most less few between without through during under over after before since until
  being having going trying using getting making doing because against per via also then said say says think thought know
  knew realize realized guess mean means feel felt believe wonder wondering asked ask tell told remember noticed decided
  figured found turns saying thinking see imagine hope suppose want need wanted needed called isn't aren't wasn't
  don't doesn't didn't can't won't couldn't wouldn't look looks seems seem sounds lot bunch couple kind sort way much gotten become became suggested either caused causes`);

/** Whether a word can be the form of a verb as "I" and "they" have it. */
export function isBaseVerb(key: string): boolean {
  return BASES.has(key);
}

/** Whether a word can be the verb of "he" or "it". */
export function isSingularVerb(key: string): boolean {
  if (!key.endsWith("s")) return false;
  return (
    BASES.has(key.slice(0, -1)) ||
    (key.endsWith("es") && BASES.has(key.slice(0, -2))) ||
    (key.endsWith("ies") && BASES.has(`${key.slice(0, -3)}y`))
  );
}

/**
 * Whether a word can be a verb of the past. Guessed of words in -ed: what is none ("indeed") stands in
 * NOT_PAST.
 */
export function isPastVerb(key: string): boolean {
  return PASTS.has(key) || (key.length > 4 && key.endsWith("ed") && !NOT_PAST.has(key));
}

/** Whether a word is, or holds, a verb that makes a clause of its subject. */
export function isVerbForm(key: string): boolean {
  return AUXILIARIES.has(key) || isBaseVerb(key) || isSingularVerb(key) || isPastVerb(key);
}

/** Whether a word is a pronoun that is a subject by itself, with its verb or without. */
export function isPronoun(key: string): boolean {
  return PRONOUN_WITH_VERB.test(key) || (SUBJECT_PRONOUNS.has(key) && !DETERMINERS.has(key));
}
