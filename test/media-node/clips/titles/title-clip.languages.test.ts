// Texts of clips in other languages than English.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTalk, titleOf } from "../../../support/talks/titled-talk.ts";

test("what is quoted keeps its words, whatever they mean in English", () => {
  const said = [
    "No ano passado eu vi um enxame, um deles debaixo de chuva, e não era o meu.",
    "In het klooster was er een bij, en daar was iedereen blij mee.",
    "Wir stehen jeden Samstag um vier Uhr auf, weil er dann noch schläft.",
    "So was darf man sich mit einem alten Stock nicht mehr leisten.",
  ];
  for (const sentence of said) {
    const { hook, description } = describeTalk(sentence);
    assert.equal(hook, sentence);
    assert.equal(description, sentence);
  }
});

test("a title is understood by itself, and has no joining word before it", () => {
  const german =
    "Und sie hat es mir dann auch noch erzählt, das war ja so. Ja, natürlich. Und der alte Stock ist für einen Schwarm nicht gut.";
  assert.equal(titleOf(german), "Der alte Stock ist für einen Schwarm nicht gut");
  const spanish = "Eso es lo que te digo. ¿Y qué le dirías a una abeja que no quiere volar?";
  assert.equal(titleOf(spanish), "¿Qué le dirías a una abeja que no quiere volar?");
  assert.equal(
    titleOf("Les abeilles de mon oncle dorment dans la cave. C'est ça ."),
    "Les abeilles de mon oncle dorment dans la cave",
  );
  assert.equal(
    titleOf("Aber das ist der alte Stock von meinem Onkel. Wir sind am Ende, bis zum nächsten Mal."),
    "Das ist der alte Stock von meinem Onkel",
  );
});

test("a subordinate clause loses no joining word: it would be none", () => {
  const said = "Weil ich weiß, wo die Bienen sind, gehe ich nicht in den Garten.";
  assert.equal(describeTalk(said).hook, said);
});

test("marks are those of the language", () => {
  const german = "Eine alte Frau hat zu mir gesagt: „Junge, morgen ist auch noch ein Tag.“";
  assert.equal(describeTalk(german).description, german);
  const french = "Ma femme m'a dit : « C'est elles ou moi. » Les abeilles sont dans le jardin, bien sûr !";
  const { title, description, hook } = describeTalk(french);
  assert.match(`${hook} ${description}`, /« C'est elles ou moi\. »/);
  assert.equal(title, "Les abeilles sont dans le jardin, bien sûr !");
  const arabic = "كيف ينام النحل في الشتاء عند الناس؟";
  assert.equal(describeTalk(arabic).description, arabic);
  assert.equal(
    titleOf("الخشب يحتاج سبع سنوات حتى يجف، ولا توجد طريقة أسرع من هذا."),
    "الخشب يحتاج سبع سنوات حتى يجف، ولا توجد طريقة أسرع من هذا",
  );
});

test("a capital of Turkish keeps its dot", () => {
  const { hook } = describeTalk("Ve ilk günümü hiç unutmuyorum, çünkü o gün bir arı geldi.");
  assert.equal(hook, "İlk günümü hiç unutmuyorum, çünkü o gün bir arı geldi.");
});

test("a tag is a thing that is said again, and neither a little word, a time nor a figure", () => {
  const german = describeTalk(
    "Der Schwarm war am Anfang im Garten. Nach drei Jahren ist der Schwarm das beste Mal des Tages. Und die Hälfte bleibt im Garten.",
  ).hashtags;
  assert.deepEqual(german.slice(0, 2).toSorted(), ["#Garten", "#Schwarm"]);
  for (const empty of ["#Anfang", "#Jahren", "#Mal", "#Tages", "#Hälfte"])
    assert.equal(german.includes(empty), false, empty);
  const spanish = describeTalk(
    "El enjambre está en el jardín de São Paulo. Y cada día el enjambre es más grande, porque la veo.",
  ).hashtags;
  assert.deepEqual(spanish.slice(0, 2).toSorted(), ["#Enjambre", "#SãoPaulo"]);
  assert.equal(spanish.includes("#Veo"), false);
  const french = describeTalk(
    "L'essaim est dans la cave. Mais je vois que l'essaim n'est pas à moi.",
  ).hashtags;
  assert.equal(french[0], "#Essaim");
});
