// What prompts in other languages than English ask with: words that name kinds of moments, which stand in English for the
// table of kinds, and words of requests, which name no subject. Their patterns are no words of English.

import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { languageOfWords, type SpeechLanguage, wordsOfLanguage } from "./speech-language.ts";

/** Beginnings of words, each for one kind, under a word by which it is known in English. */
const KINDS: Readonly<Record<string, RegExp>> = {
  funniest:
    /(?<!\p{L})(?:lustig|witzig|divertid|gracios|drôle|marrant|divertent|engraçad|grappig|смешн|komik)\p{L}*|面白い|笑える|搞笑|好笑/giu,
  questions:
    /(?<!\p{L})(?:fragen|preguntas|domande|perguntas|vragen|вопрос\p{L}*|soru\p{L}*|أسئلة)(?!\p{L})|質問|问题/giu,
  surprising:
    /(?<!\p{L})(?:überrasch|sorprend|surprenant|étonnant|surpreend|verrassend|удивительн|неожиданн|şaşırtıcı)\p{L}*|驚き|令人惊讶/giu,
  stories:
    /(?<!\p{L})(?:geschichten|historias|anécdotas|histoires|racconti|verhalen|истори[ия]|hikaye\p{L}*|قصص)(?!\p{L})|物語|故事/giu,
  advice:
    /(?<!\p{L})(?:ratschläg|tipps|consejo|conseil|consigli|conselho|dicas|совет)\p{L}*|アドバイス|建议/giu,
  opinions:
    /(?<!\p{L})(?:meinungen|opiniones|opinioni|opiniões|meningen|мнения|görüşler|آراء)(?!\p{L})|意見|观点/giu,
  emotional:
    /(?<!\p{L})(?:emotionale|bewegend|berühr|emotiv|emocionante|émouvant|commovent|ontroerend|эмоциональн|duygusal)\p{L}*|感動|感人/giu,
};

const REQUESTS = new Set(
  `zeig zeige finde such suche gib bitte stelle stellen teil teile abschnitt abschnitte ausschnitt szene szenen momente clips
  spricht sprechen redet reden erzählt erzählen geht thema beste besten gute guten wichtigste wichtigsten
  muestra muéstrame busca encuentra quiero dame parte partes momento momentos escena escenas habla hablan donde mejores mejor sobre
  montre trouve cherche donne passage passages partie parties scène scènes parle parlent meilleurs meilleur meilleures où sur
  mostra mostrami trova cerca parti momenti scena scene parla parlano migliori dove
  mostre encontre procure trechos trecho cenas fala falam melhores onde
  toon vind zoek geef stuk stukken deel delen momenten gaat praat praten beste waar
  покажи найди дай часть части момент моменты сцена говорит говорят лучшие где про
  göster bul kısım kısmı bölüm bölümü sahne anlar konuştuğu bahsettiği
  部分 場面 シーン 話 見せ 探し ください について 关于 找 片段 时刻 讲 谈`.split(/\s+/),
);

/** A prompt with the kinds of moments that it names in English. */
export function withKindsInEnglish(prompt: string): string {
  return Object.entries(KINDS).reduce((text, [kind, words]) => text.replaceAll(words, ` ${kind} `), prompt);
}

/**
 * A subject without the words of its language that name none; may be empty.
 * @param spoken the language of what is said: a prompt's few words may not tell their own
 */
export function withoutRequests(topic: string, spoken: SpeechLanguage): string {
  const words = topic.split(/\s+/).flatMap(unspacedWords);
  const own = languageOfWords(words.map((text) => ({ text })));
  const known = wordsOfLanguage(own === "en" ? spoken : own);
  if (known === null) return topic;
  const left = words.filter((word) => {
    const key = wordKey(word);
    return key !== "" && !known.stop.has(key) && !REQUESTS.has(key);
  });
  return joinWords(left.map((text) => ({ text })));
}
