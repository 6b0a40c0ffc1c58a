// Texts of clips in languages that write no spaces between words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import { subtitleWidth } from "../../../../shared/captions/subtitle-lines.ts";
import { saidWithoutSpaces } from "../../../support/talks/unspaced-talk.ts";

function describe(said: string) {
  return describeClip({
    ratings: null,
    words: saidWithoutSpaces(said),
    videoTitle: null,
    startS: 0,
    endS: 30,
    reason: "Much happens.",
    index: 0,
  });
}

test("a Chinese clip is titled by a whole sentence, and nothing of it is spaced out", () => {
  const said = "今天我们要讨论人工智能。它会改变我们每一个人的生活。真的吗？";
  const { title, hook, transcript, description } = describe(said);
  // Rather than the other one, which says "it".
  assert.equal(title, "今天我们要讨论人工智能");
  assert.equal(hook, "今天我们要讨论人工智能。");
  assert.equal(transcript, said);
  assert.equal(description, "它会改变我们每一个人的生活。");
});

test("sentences of a description follow each other as its script writes them", () => {
  const first = "我们在这个行业里工作了很多年见过各种各样的公司和各种各样的人";
  const second = "其实我从来没有想过技术会变得这么快每一天都有新的东西出现在市场";
  assert.equal(
    describe(`我们今天去公园散步。我们昨天去海边看了朋友。${first}。${second}。`).description,
    `${first}。${second}。`,
  );
  const [thai, other] = ["วันนี้เราจะพูดเรื่องอาหารไทย", "ทุกคนชอบกินข้าวผัดกับไก่และปลา"];
  const { description } = describe(`เราไปตลาดกันเถอะเพื่อนรักของฉันทุกคนที่อยู่ที่นี่|${thai}|${other}`);
  assert.equal(description, `${thai} ${other}`);
});

test("of a sentence that is too long a clause is taken, with its own commas", () => {
  const said =
    "我们在这个行业里工作了很多年，见过各种各样的公司和各种各样的人，但是我从来没有想过，技术会变得这么快，每一天都有新的东西出现。";
  const { title } = describe(said);
  assert.ok(subtitleWidth(title) <= 70, title);
  assert.ok(said.includes(title));
  assert.match(said, new RegExp(`(?:^|，)${title}[，。]`));
});

test("a question keeps its mark", () => {
  assert.equal(describe("你知道蜜蜂为什么跳舞吗？好。").title, "你知道蜜蜂为什么跳舞吗？");
});

test("a Japanese title ends where its sentence ends", () => {
  const said =
    "今日はとても天気がいいので、家族みんなで朝早くから電車に乗って、遠くの大きな公園まで散歩に行きましょう。";
  const { title, transcript } = describe(said);
  assert.equal(title, "遠くの大きな公園まで散歩に行きましょう");
  assert.equal(transcript, said);
});

test("a Thai clip is titled by what is said between pauses, which spaces part in its transcript", () => {
  const { title, hook, transcript, description } = describe(
    "วันนี้เราไปตลาดด้วยกัน|อาหารไทยอร่อยที่สุดในโลก|เราจะกินข้าวที่นั่น",
  );
  assert.equal(title, "อาหารไทยอร่อยที่สุดในโลก");
  assert.equal(hook, "วันนี้เราไปตลาดด้วยกัน");
  assert.equal(transcript, "วันนี้เราไปตลาดด้วยกัน อาหารไทยอร่อยที่สุดในโลก เราจะกินข้าวที่นั่น");
  assert.doesNotMatch(description, /[.。]/);
});

test("titles, descriptions and transcripts keep a space that is written, and do not begin within a phrase", () => {
  const chinese = describe("今天天气很好 我们出去玩吧");
  assert.equal(chinese.title, "今天天气很好 我们出去玩吧");
  assert.equal(chinese.hook, "今天天气很好 我们出去玩吧");
  assert.equal(chinese.transcript, "今天天气很好 我们出去玩吧");
  assert.equal(chinese.description, "今天天气很好 我们出去玩吧。");
  assert.equal(describe("สวัสดีครับ ผมชื่อสมชาย").title, "สวัสดีครับ ผมชื่อสมชาย");
  const long =
    "我们在这个行业里工作了很多年 见过各种各样的公司和各种各样的人 但是我从来没有想过 技术会变得这么快 每一天都有新的东西出现。";
  const { title } = describe(long);
  assert.ok(subtitleWidth(title) <= 70, title);
  assert.match(long, new RegExp(`(?:^| )${title}[ 。]`));
});

test("where nothing whole is short enough, the title says where the clip is from", () => {
  const endless = "我们今天要在这里讨论一个很大的问题因为大家都想知道它到底是怎么回事".repeat(4);
  assert.equal(describe(endless).title, "Clip 1 (0:00)");
  assert.equal(describe(endless).transcript, endless);
});
