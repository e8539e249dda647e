const stopWords = new Set(
  (
    "a about after all also am an and any are as at be been before but by can could do does for from get had has have " +
    "he help her here him his how i if in into is it its just let like make may me more most my need no not now of off " +
    "on or other our out please s she should so some such t than that the their them then there these they this to up " +
    "use used user using via want was we were what when where whether which while who will with would you your"
  ).split(" "),
);

/** A longer run is found by its first characters; nobody types one. */
const longestWord = 64;

/**
 * The words of a text as search compares them: lower case, without accents and stop words, English endings off.
 * Scripts without spaces are split into pairs of characters.
 */
export const stemWords = (text: string): string[] => [...eachStem(text)];

/** The same one after the other, for texts of which nobody wants a list. */
export function* eachStem(text: string): Generator<string> {
  const folded = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (withoutSpaces.test(word)) yield* pairs(word);
    else if (!stopWords.has(word)) yield stem(word.slice(0, longestWord).toWellFormed());
  }
}

const withoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

function* pairs(word: string): Generator<string> {
  let before = "";
  for (const character of word) {
    if (before !== "") yield before + character;
    before = character;
  }
  if (before === word) yield word;
}

/** Plural, -ing, -ed and a final e: enough to let "reviewing files" find "Review a file". */
function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const singular = withoutPlural(word);
  const bare = singular.replace(/(?:ing|ed)$/, "");
  const base = bare.length >= 3 && /[aeiouy]/.test(bare) ? undouble(bare) : singular;
  return base.length > 3 ? base.replace(/e$/, "") : base;
}

function withoutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes|zes)$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}

/** "planning" leaves "plann". */
const undouble = (word: string): string => word.replace(/([bdgmnprt])\1$/, "$1");
