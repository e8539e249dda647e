import { isRandom } from "./placeholder";

export type SecretForm = {
  what: string;
  /** `key`: the form alone proves it. `assignment`: only a random-looking value counts. */
  kind: "key" | "private-key" | "assignment" | "password";
  /** Every match contains one of these; looked for first, so that most files cost one search a form. */
  hints: readonly string[];
  /** The secret is the group `value`, or the whole match. Quantifiers are bounded: linear on any text. */
  pattern: RegExp;
  accept?: (value: string) => boolean;
};

const key = (what: string, hint: string | readonly string[], pattern: RegExp): SecretForm => ({
  what,
  kind: "key",
  hints: typeof hint === "string" ? [hint] : hint,
  pattern,
});

const secretWords =
  "pass(?:word|wd|phrase)?|secret|token|api[_-]?key|apikey|access[_-]?key|auth[_-]?key|client[_-]?secret|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?";

/** Forms published by the services themselves; kept in the order of how often they leak. */
export const secretForms: readonly SecretForm[] = [
  key(
    "an AWS access key",
    ["AKIA", "ASIA", "ABIA", "ACCA"],
    /(?<![A-Za-z0-9])A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  ),
  key("a GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /\bgh[pousr]_[A-Za-z0-9]{20,255}/g),
  key("a GitHub fine-grained token", "github_pat_", /\bgithub_pat_[A-Za-z0-9_]{22,255}/g),
  key("an Anthropic key", "sk-ant-", /\bsk-ant-[A-Za-z0-9_-]{16,200}/g),
  key(
    "an OpenAI key",
    "sk-",
    /\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,200}|\bsk-[A-Za-z0-9]{32,64}\b/g,
  ),
  key("an OpenRouter key", "sk-or-", /\bsk-or-v1-[a-f0-9]{32,64}\b/g),
  key("a Google API key", "AIza", /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g),
  key("a Google OAuth secret", "GOCSPX-", /\bGOCSPX-[0-9A-Za-z_-]{24,40}/g),
  key("a Google OAuth token", "ya29.", /\bya29\.[0-9A-Za-z_-]{30,200}/g),
  key("a Slack token", "xox", /\bxox[abeoprs]-(?:[A-Za-z0-9]{1,20}-){1,4}[A-Za-z0-9]{10,64}/g),
  key("a Slack app token", "xapp-", /\bxapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[a-z0-9]{20,100}/g),
  key(
    "a Slack webhook",
    "hooks.slack.com",
    /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{30,120}/g,
  ),
  key(
    "a Discord webhook",
    "/api/webhooks/",
    /https:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{50,90}/g,
  ),
  key(
    "a Stripe key",
    ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"],
    /\b(?:(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,200}|whsec_[0-9A-Za-z]{24,80})/g,
  ),
  key(
    "a GitLab token",
    ["glpat-", "gldt-", "glrt-", "glptt-"],
    /\bgl(?:pat|dt|rt|ptt)-[0-9A-Za-z_-]{20,60}/g,
  ),
  key("an npm token", "npm_", /\bnpm_[A-Za-z0-9]{36}\b/g),
  key("a PyPI token", "pypi-", /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{40,250}/g),
  key("a SendGrid key", "SG.", /\bSG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g),
  key("a Twilio key", "SK", /\bSK[0-9a-f]{32}\b/g),
  key("a Mailgun key", "key-", /\bkey-[0-9a-f]{32}\b/g),
  key("a Hugging Face token", "hf_", /\bhf_[A-Za-z0-9]{30,60}\b/g),
  key("a Replicate token", "r8_", /\br8_[A-Za-z0-9]{37,40}\b/g),
  key("a Groq key", "gsk_", /\bgsk_[A-Za-z0-9]{40,60}\b/g),
  key("an xAI key", "xai-", /\bxai-[A-Za-z0-9]{60,100}\b/g),
  key("a Perplexity key", "pplx-", /\bpplx-[A-Za-z0-9]{40,60}\b/g),
  key("a Databricks token", "dapi", /\bdapi[0-9a-f]{32}(?:-\d)?\b/g),
  key("a DigitalOcean token", ["dop_v1_", "doo_v1_", "dor_v1_"], /\bdo[opr]_v1_[a-f0-9]{64}\b/g),
  key("a Linear key", "lin_api_", /\blin_api_[A-Za-z0-9]{40}\b/g),
  key("a Notion token", ["ntn_", "secret_"], /\b(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})\b/g),
  key("a Shopify token", ["shpat_", "shpss_", "shpca_", "shppa_"], /\bshp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}\b/g),
  key("a Telegram bot token", ":AA", /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g),
  key("a Vault token", "hvs.", /\bhvs\.[A-Za-z0-9_-]{24,200}/g),
  key("a Doppler token", "dp.pt.", /\bdp\.pt\.[A-Za-z0-9]{40,50}/g),
  key("an Azure storage key", "AccountKey=", /AccountKey=(?<value>[A-Za-z0-9+/]{86}==)/g),
  key("an age key", "AGE-SECRET-KEY-1", /\bAGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/g),
  {
    what: "a JSON Web Token",
    kind: "key",
    hints: ["eyJ"],
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g,
  },
  {
    what: "a private key",
    kind: "private-key",
    hints: ["PRIVATE KEY"],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'+,]{1,40}(?<value>[A-Za-z0-9+/=:,\- \r\n\\]{40,16000})/g,
    accept: (value) => !/\.{3}|your|example/i.test(value),
  },
  {
    what: "an AWS secret key",
    kind: "assignment",
    hints: ["aws", "AWS", "Aws"],
    pattern: /aws.{0,20}?(?:secret|key).{0,20}?[=:]\s*["']?(?<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi,
    accept: isRandom,
  },
  {
    what: "a password in an address",
    kind: "password",
    hints: ["://"],
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>{}$]{1,60}:(?<value>[^\s:/@"'`<>{}$%*]{6,100})@(?!(?:localhost|127\.|0\.0\.0\.0|(?:[\w-]{1,60}\.){0,3}(?:example|test|invalid|local)\b|host\b))[A-Za-z0-9.-]{4,120}/g,
    accept: isRandom,
  },
  {
    what: "a secret value",
    kind: "assignment",
    hints: ["=", ":"],
    pattern: new RegExp(
      `(?:^|[^A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_.-]){0,4}(?:${secretWords})(?:[_-](?:id|value|prod|production|live))?["']?\\s{0,4}(?::=|=>|=|:)\\s{0,4}["']?(?<value>[A-Za-z0-9+/_.~!@#%^&*-]{16,200}={0,2})(?=["'\\s,;)]|$)`,
      "gim",
    ),
    accept: isRandom,
  },
];
