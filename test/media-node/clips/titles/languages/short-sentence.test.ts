// Titles of clips in other languages whose sentences are long, trail off, or only agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../../../support/talks/titled-talk.ts";

test("a long sentence gives its first clause where that is whole by itself", () => {
  assert.equal(
    titleOf(
      "Mitten im Winter ist niemand bei den Bienen, also gehen wir mit den Kindern meines Onkels einmal in der Woche in den Keller der alten Imkerei.",
    ),
    "Mitten im Winter ist niemand bei den Bienen",
  );
  assert.equal(
    titleOf(
      "Las abejas de mi tío duermen en el sótano, pero en la primavera salen todas juntas al jardín de la casa que tenemos junto al río grande.",
    ),
    "Las abejas de mi tío duermen en el sótano",
  );
  assert.equal(
    titleOf(
      "Les abeilles de mon oncle dorment dans la cave, et elles sortent toutes ensemble au printemps dans le jardin de la maison près de la rivière.",
    ),
    "Les abeilles de mon oncle dorment dans la cave",
  );
});

test("a clause that needs the rest is no title", () => {
  for (const said of [
    "Das ist eine spannende Frage, ob, also der alte Imker im Dorf sagt immer, dass die Bienen im Winter schlafen und die Königin in der Mitte sitzt.",
    "Ich musste damals alle Stöcke selber bauen, weil sonst hatte ich...",
    "Die Bienen, die im Winter sterben, aber vorher noch Honig gesammelt haben, sind für den Imker die wichtigsten Tiere in seinem ganzen Stock.",
    "Ich dachte früher, die Bienen schlafen im Winter, aber dann habe ich gelernt, dass sie sich bewegen und ihre Königin mit ihren Körpern wärmen.",
    "Auf der einen Seite sind Bienen sehr nützlich, aber auf der anderen Seite stechen sie auch manchmal die Kinder in unserem kleinen Garten am Haus.",
    "On dit toujours que les abeilles meurent en hiver, mais ce n'est pas vrai du tout, parce qu'elles restent dans la ruche et se réchauffent ensemble.",
    "La gente dice que las abejas mueren en invierno, pero eso no es verdad en absoluto, porque se quedan en la colmena y se calientan juntas.",
    "Wenn die Bienen im Winter zu lange schlafen, aber der Stock im Keller steht, dann muss man sie im Frühling sehr vorsichtig wecken und füttern.",
    "Die Bienen meines Onkels schlafen zwar im Keller, aber im Frühling kommen sie alle zusammen heraus und fliegen sofort zu den Blüten im Garten.",
    "Las abejas no solo duermen en el sótano, pero también comen toda la miel que mi tío les deja junto a la puerta de la casa grande.",
    "Wir haben viele Bienen, Hummeln und Wespen, und Hornissen gibt es hier im Garten meines Onkels auch, wenn man nur lange genug hinsieht.",
  ])
    assert.doesNotMatch(
      titleOf(said),
      /^(?:Wenn|Die Bienen|Ich|Auf|On dit|La gente|Las abejas|Wir haben)/u,
      said,
    );
});

test("what trails off may be a title where no whole sentence says more, and what only agrees is none", () => {
  assert.equal(
    titleOf("Zerstört wird er, ja. Der alte Stock steht bei meinem Onkel im Keller... Ja."),
    "Der alte Stock steht bei meinem Onkel im Keller",
  );
  assert.equal(
    titleOf("Frente a lo que es, sí. Las abejas de mi tío duermen en el sótano... ¿Y qué?"),
    "Las abejas de mi tío duermen en el sótano",
  );
});

test("a title is the statement, without what asks for agreement", () => {
  assert.equal(
    titleOf("Der alte Stock steht bei meinem Onkel im Keller, oder? Ja."),
    "Der alte Stock steht bei meinem Onkel im Keller",
  );
  assert.equal(
    titleOf("Las abejas de mi tío duermen en el sótano, ¿verdad? ¿Y qué?"),
    "Las abejas de mi tío duermen en el sótano",
  );
});
