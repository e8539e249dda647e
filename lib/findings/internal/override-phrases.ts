import { runAtOnce, type Steps } from "@/lib/kernel/steps";

const gap = "[\\s*_~`\"'>#-]{1,8}";
const gaps = (source: string, flags = "gi"): RegExp => new RegExp(source.replaceAll(" ", gap), flags);

const phrase = (hint: RegExp, ...sources: readonly (string | RegExp)[]) => ({
  hint,
  patterns: sources.map((source) => (typeof source === "string" ? gaps(source) : source)),
});

/** Written with single spaces, each of which may be blanks, line breaks or Markdown marks. Every match has its hint. */
const english = [
  phrase(
    /ignore|disregard|forget|override|bypass/i,
    "\\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|prior|previous|you (?:were|have been|know)|that came before|else)\\b",
    "\\b(?:ignore|disregard|forget|override) your (?:\\w{1,12} ){0,2}?(?:instructions?|prompts?|rules?|guidelines?|safety|restrictions?|programming)\\b",
    "\\b(?:ignore|disregard|forget) your training\\b",
    "\\b(?:ignore|disregard|forget|override|bypass) (?:\\w{1,12} ){0,3}?(?:previous|prior|above|earlier|preceding|existing|other|system|safety|developer|foregoing|former) (?:\\w{1,12} ){0,2}?(?:instructions?|prompts?|rules?|guidelines?|directives?|context|messages?|guardrails?|commands?)\\b",
    "\\b(?:ignore|disregard|forget) (?:all|any|the) (?:of )?(?:the )?(?:instructions?|directives?|rules) (?:above|before|you)\\b",
  ),
  phrase(
    /(?:user|human|operator|person)s?\b/i,
    "\\b(?:do not|don't|never) (?:tell|inform|notify|alert|mention (?:this|it) to|reveal (?:this|it) to|show (?:this|it) to|ask) (?:the )?(?:user|human|person|operator)s? (?:about|that|of|for (?:permission|confirmation|approval|consent))\\b",
    "\\bwithout (?:telling|informing|notifying|alerting|the knowledge of) (?:the )?(?:user|human|operator)",
  ),
  phrase(
    /you[\s*_~`"'>#-]{1,8}are[\s*_~`"'>#-]{1,8}n/i,
    "\\byou are (?:now|no longer) (?:in )?(?:dan\\b|jailbroken|developer mode|unrestricted|bound by|an? unrestricted)",
  ),
  phrase(
    /override|supersede|replace/i,
    "\\b(?:new|updated|real|actual) (?:system )?(?:instructions|prompt) ?(?:override|supersede|replace)s?\\b",
  ),
  phrase(
    /<[/|<]|system[_-]prompt>|INST\]/i,
    /<\/(?:system|system[_-]prompt|available_skills|skill_content)\s{0,4}>|<system[_-]prompt>/gi,
    /<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/g,
  ),
];

/** "Ignore (all) previous instructions" in the languages that most skills are written in. */
const others: readonly RegExp[] = [
  // German, Dutch
  gaps(
    "(?:ignorier\\w{0,3}|vergiss|vergesse?n?|missachte\\w?) (?:\\p{L}{1,12} ){0,3}?(?:vorherig|bisherig|vorhergehend|obig|früher|vorig|vorangegangen)\\p{L}{0,3} (?:\\p{L}{1,12} ){0,1}?(?:anweisung|instruktion|vorgabe|befehl|regel|prompt)\\p{L}{0,3}",
    "giu",
  ),
  gaps(
    "(?:negeer|vergeet) (?:\\p{L}{1,12} ){0,3}?(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies|opdrachten|aanwijzingen|regels)",
    "giu",
  ),
  // French, Spanish, Portuguese, Italian
  gaps(
    "(?:ignor|oubli|néglig|neglig)\\p{L}{0,4} (?:\\p{L}{1,8} ){0,3}?(?:instructions|consignes|directives|règles) (?:\\p{L}{1,4} )?(?:précédent|antérieur|ci-dessus|initial)",
    "giu",
  ),
  gaps(
    "(?:ignor|olvid|desestim)\\p{L}{0,4} (?:\\p{L}{1,8} ){0,3}?(?:instrucciones|indicaciones|órdenes|ordenes|reglas) (?:anteriores|previas|precedentes)",
    "giu",
  ),
  gaps(
    "(?:ignor|esque|desconsider)\\p{L}{0,4} (?:\\p{L}{1,8} ){0,3}?(?:instruções|instrucoes|orientações|regras) (?:anteriores|prévias|acima|precedentes)",
    "giu",
  ),
  gaps(
    "(?:ignor|dimentic|trascur)\\p{L}{0,4} (?:\\p{L}{1,8} ){0,3}?(?:istruzioni|indicazioni|regole|direttive) (?:precedenti|sopra|anteriori)",
    "giu",
  ),
  // Polish, Russian, Ukrainian, Turkish
  gaps(
    "(?:zignoruj|ignoruj|zapomnij) (?:\\p{L}{1,12} ){0,3}?(?:poprzedni|wcześniejsz|powyższ)\\p{L}{0,4} (?:instrukcj|polece|zasad)\\p{L}{0,4}",
    "giu",
  ),
  gaps(
    "(?:про)?(?:игнориру|ігнору)\\p{L}{0,4} (?:\\p{L}{1,8} ){0,3}?(?:предыдущ|прежн|вышеуказан|попередн)\\p{L}{0,4} (?:инструкц|указан|команд|правил|інструкц|вказів)\\p{L}{0,4}",
    "giu",
  ),
  gaps(
    "(?:забуд|не обращай внимания на)\\p{L}{0,3} (?:\\p{L}{1,8} ){0,3}?(?:предыдущ|прежн|попередн)\\p{L}{0,4} (?:инструкц|указан|команд|інструкц)\\p{L}{0,4}",
    "giu",
  ),
  gaps(
    "önceki (?:\\p{L}{1,12} ){0,2}?(?:talimat|yönerge|komut)\\p{L}{0,6} (?:yok say|unut|görmezden gel|dikkate alma)",
    "giu",
  ),
  // Chinese, Japanese, Korean
  /(?:忽略|无视|無視|忘记|忘記|不要理会|不要理會)[^\n。]{0,6}(?:之前|以前|以上|先前|前面|上述|此前|上面)[^\n。]{0,8}(?:指令|指示|说明|說明|提示|规则|規則|命令|要求)/g,
  /(?:以前|これまで|上記|前|先ほど|今まで)の[^\n。]{0,6}(?:指示|命令|プロンプト|ルール)[^\n。]{0,6}(?:無視|忘れ|従わない)/g,
  /(?:이전|앞|위|기존)(?:의|에)?\s{0,2}[^\n.]{0,6}(?:지시|명령|지침|프롬프트)[^\n.]{0,8}(?:무시|잊)/g,
  // Arabic, Hindi, Vietnamese, Indonesian
  /(?:تجاهل|انس[َى]?)[^\n.]{0,12}(?:التعليمات|الأوامر|الإرشادات)[^\n.]{0,4}(?:السابقة|أعلاه)/g,
  /(?:पिछले|पूर्व)[^\n।]{0,12}(?:निर्देश|आदेश)[^\n।]{0,10}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/g,
  gaps(
    "(?:bỏ qua|quên) (?:\\p{L}{1,8} ){0,3}?(?:hướng dẫn|chỉ dẫn|chỉ thị) (?:\\p{L}{1,8} ){0,2}?(?:trước|trên)",
    "giu",
  ),
  gaps(
    "abaikan (?:\\p{L}{1,8} ){0,2}?(?:instruksi|perintah|petunjuk) (?:\\p{L}{1,8} ){0,2}?(?:sebelumnya|di atas)",
    "giu",
  ),
];

const foreignLetter = /[\u00c0-\u024f\u0370-\u1fff\u3040-\ud7ff]/;
/** Without any of these a text in plain ASCII holds no phrase of another language. */
const latinHints =
  /anweisung|instruktion|vorgabe|befehl|instructies|opdracht|aanwijzing|consignes|directives|instrucciones|indicaciones|ordenes|reglas|instrucoes|regras|istruzioni|indicazioni|regole|direttive|instrukcj|polece|zasad|instruksi|perintah|petunjuk|anterieur|ci-dessus|instructions initial/i;

export type Place = { start: number; end: number };

/** Where the text tells a model to go against its other instructions, in any of the languages known here. */
export function* overrideSteps(text: string): Steps<Place[]> {
  const places: Place[] = [];
  const folded = foldLookalikes(text);
  const look = (where: string, pattern: RegExp): void => {
    for (const { 0: match, index } of where.matchAll(pattern))
      places.push({ start: index, end: index + match.length });
  };
  for (const { hint, patterns } of english) {
    yield;
    if (!hint.test(folded)) continue;
    for (const pattern of patterns) {
      yield;
      look(folded, pattern);
    }
  }
  if (!foreignLetter.test(text) && !latinHints.test(text)) return places;
  for (const pattern of others) {
    yield;
    look(text, pattern);
  }
  return places;
}

/** Finds the same at once; it is for short texts. */
export const findOverrides = (text: string): Place[] => runAtOnce(overrideSteps(text));

/** Letters that look like Latin ones: Cyrillic, Greek, full width. The length stays the same. */
const lookalikePairs =
  "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh ӏl АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЅS αa οo ρp νv ιi κk ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi";
const lookalikes = new Map(lookalikePairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]));
const anyLookalike = /[\u0131\u0370-\u052f\uff01-\uff5e\u2018\u2019\u00a0]/;

function foldLookalikes(text: string): string {
  if (!anyLookalike.test(text)) return text;
  return text.replace(/[\u0131\u0370-\u052f\uff01-\uff5e\u2018\u2019\u00a0]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
    if (code === 0x2018 || code === 0x2019) return "'";
    return code === 0xa0 ? " " : (lookalikes.get(letter) ?? letter);
  });
}
