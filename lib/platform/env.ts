import "server-only";
import { z } from "zod";
import { type TelemetrySettings, telemetryFields, telemetryOf } from "./telemetry-settings";

const onOff = z.enum(["on", "off"]);

const envSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.string().min(1, "DATABASE_URL is missing: start the server with `npm start`"),
  /** Where DATABASE_URL is a pooler that pools by transaction: Postgres itself, past it, as the same role. */
  DATABASE_DIRECT_URL: z.string().default(""),
  /** "1" when migrations and the app share one database role, so append-only tables rest on the code alone. */
  DATABASE_SINGLE_ROLE: z.enum(["0", "1"]).default("0"),
  GREENROOM_SECRET: z.string().min(32, "GREENROOM_SECRET must have at least 32 characters"),
  GREENROOM_URL: z.url().default("http://127.0.0.1:3000"),
  GREENROOM_DATA: z.string().default(".data"),
  /** Where the embedded database lies; empty for one of the operator's own. Set by the launcher. */
  GREENROOM_DATABASE_FOLDER: z.string().default(""),
  /** Comma-separated hosts (host or host:port) that may be reached although they are private or loopback. */
  GREENROOM_ALLOWED_HOSTS: z.string().default(""),
  /** The configuration file; `greenroom.yaml` in the data folder when it is not set. */
  GREENROOM_CONFIG: z.string().default(""),
  /** Comma-separated folders of skills; takes the place of `skills.paths` in the configuration file, and is refused beside `skills.folders`. */
  GREENROOM_SKILLS_PATHS: z.string().default(""),
  /** The longest that one run of the playground may work. */
  GREENROOM_RUN_SECONDS: z.coerce.number().int().min(10).max(86_400).default(600),
  /** The most that workspaces may set as limits of conversations: `readBytes=50000,autoSkills=100`. */
  GREENROOM_LIMITS: z.string().max(2_000).default(""),
  /** Whether workspaces may let scripts of skills run here at all. */
  GREENROOM_SCRIPTS: onOff.default("off"),
  /** What the caches of packages may take of memory, and how long anything stays in them. */
  GREENROOM_CACHE_MIB: z.coerce.number().int().min(8).max(16_384).default(144),
  GREENROOM_CACHE_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /** The address of an OpenID Connect provider; `<issuer>/.well-known/openid-configuration` says the rest. */
  GREENROOM_OIDC_ISSUER: z.union([z.literal(""), z.url()]).default(""),
  GREENROOM_OIDC_CLIENT_ID: z.string().default(""),
  /** Empty for a public client: then the code is bound by PKCE alone. */
  GREENROOM_OIDC_CLIENT_SECRET: z.string().default(""),
  /** What the sign-in page calls the provider. */
  GREENROOM_OIDC_NAME: z.string().trim().max(40).default(""),
  /** Whether an e-mail address that the provider has verified is enough to get into the account that has it here. */
  GREENROOM_OIDC_LINK_BY_EMAIL: onOff.default("off"),
  GREENROOM_PASSWORD_SIGN_IN: onOff.default("on"),
  /** How e-mail goes out: smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  GREENROOM_SMTP_URL: z
    .union([z.literal(""), z.url({ protocol: /^smtps?$/, error: "must be smtp://... or smtps://..." })])
    .default(""),
  /** Whom e-mail is from: `greenroom@example.com` or `Greenroom <greenroom@example.com>`. */
  GREENROOM_SMTP_FROM: z.string().trim().max(320).default(""),
  /** Who sends it as a bearer token is told the metrics; empty: only callers on this machine are. */
  GREENROOM_METRICS_TOKEN: z
    .string()
    .refine((token) => token === "" || /^\S{16,}$/.test(token), "must have at least 16 characters, no spaces")
    .default(""),
  /** `web` serves and begins no background work; `worker` does that and serves nobody but whoever watches it. */
  GREENROOM_ROLE: z.enum(["all", "web", "worker"]).default("all"),
  /** Told back with the server's health, so that whoever started it knows that it is this one. */
  GREENROOM_START_ID: z.string().default(""),
  ...telemetryFields,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** The provider that people may sign in with besides a password. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  name: string;
  linkByEmail: boolean;
};

export type Env = {
  mode: "development" | "production" | "test";
  databaseUrl: string;
  /** Null when `databaseUrl` is Postgres itself, or a pooler that keeps sessions whole. */
  databaseDirectUrl: string | null;
  databaseSingleRole: boolean;
  secret: string;
  publicUrl: string;
  dataFolder: string;
  /** Null when the database is not the embedded one. */
  databaseFolder: string | null;
  allowedHosts: readonly string[];
  configFile: string | null;
  /** Null when the configuration file decides. */
  skillsPaths: readonly string[] | null;
  runSeconds: number;
  /** As it is written; `library/limits` reads it. */
  limits: string;
  scripts: boolean;
  cache: { mebibytes: number; minutes: number };
  /** Null when only passwords sign in. */
  oidc: OidcSettings | null;
  passwordSignIn: boolean;
  /** Null when no e-mail is sent. */
  smtp: { url: string; from: string } | null;
  /** Null: the metrics are for callers on this machine alone. */
  metricsToken: string | null;
  /** Null: no collector is told anything. */
  telemetry: TelemetrySettings | null;
  role: "all" | "web" | "worker";
  startId: string;
  logLevel: string;
};

/** Something in the configuration that the operator can put right; its message says what. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

declare global {
  var greenroomEnv: Env | undefined;
}

/** The server's configuration, read and checked once. Throws one message that names every wrong variable. */
export function env(): Env {
  globalThis.greenroomEnv ??= readEnv(process.env);
  return globalThis.greenroomEnv;
}

export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = envSchema.check(oidcIsWhole, smtpIsWhole).safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigurationError(`The configuration is not usable.\n${lines.join("\n")}`);
  }
  const value = parsed.data;
  return {
    mode: value.NODE_ENV,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL || null,
    databaseSingleRole: value.DATABASE_SINGLE_ROLE === "1",
    secret: value.GREENROOM_SECRET,
    publicUrl: value.GREENROOM_URL,
    dataFolder: value.GREENROOM_DATA,
    databaseFolder: value.GREENROOM_DATABASE_FOLDER || null,
    allowedHosts: listOf(value.GREENROOM_ALLOWED_HOSTS).map((host) => host.toLowerCase()),
    configFile: value.GREENROOM_CONFIG || null,
    skillsPaths: value.GREENROOM_SKILLS_PATHS === "" ? null : listOf(value.GREENROOM_SKILLS_PATHS),
    runSeconds: value.GREENROOM_RUN_SECONDS,
    limits: value.GREENROOM_LIMITS,
    scripts: value.GREENROOM_SCRIPTS === "on",
    cache: { mebibytes: value.GREENROOM_CACHE_MIB, minutes: value.GREENROOM_CACHE_MINUTES },
    oidc: oidcOf(value),
    passwordSignIn: value.GREENROOM_PASSWORD_SIGN_IN === "on",
    smtp: value.GREENROOM_SMTP_URL
      ? { url: value.GREENROOM_SMTP_URL, from: value.GREENROOM_SMTP_FROM }
      : null,
    metricsToken: value.GREENROOM_METRICS_TOKEN || null,
    telemetry: telemetryOf(value),
    role: value.GREENROOM_ROLE,
    startId: value.GREENROOM_START_ID,
    logLevel: value.LOG_LEVEL,
  };
}

/** Half a provider signs nobody in, and none with passwords off lets nobody in at all. */
function oidcIsWhole({ value, issues }: z.core.ParsePayload<z.infer<typeof envSchema>>): void {
  const refuse = (variable: string, message: string) =>
    issues.push({ code: "custom", path: [variable], message, input: value });
  const hasIssuer = value.GREENROOM_OIDC_ISSUER !== "";
  const hasClient = value.GREENROOM_OIDC_CLIENT_ID !== "";
  if (hasIssuer && !hasClient) refuse("GREENROOM_OIDC_CLIENT_ID", "is missing: the provider gives it");
  if (hasClient && !hasIssuer) refuse("GREENROOM_OIDC_ISSUER", "is missing: the address of the provider");
  if (value.GREENROOM_PASSWORD_SIGN_IN === "off" && !hasIssuer)
    refuse("GREENROOM_PASSWORD_SIGN_IN", "nobody could sign in: set GREENROOM_OIDC_ISSUER first");
}

/** A server without a sender sends nothing, and the other way round nothing would be sent in silence. */
function smtpIsWhole({ value, issues }: z.core.ParsePayload<z.infer<typeof envSchema>>): void {
  const refuse = (variable: string, message: string) =>
    issues.push({ code: "custom", path: [variable], message, input: value });
  const { GREENROOM_SMTP_URL: url, GREENROOM_SMTP_FROM: from } = value;
  if (url === "" && from !== "") refuse("GREENROOM_SMTP_URL", "is missing: smtp://host:587");
  if (url !== "" && !senderPattern.test(from))
    refuse("GREENROOM_SMTP_FROM", "must be an address, as greenroom@example.com");
}

const senderPattern = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;

function oidcOf(value: z.infer<typeof envSchema>): OidcSettings | null {
  if (value.GREENROOM_OIDC_ISSUER === "") return null;
  return {
    issuer: value.GREENROOM_OIDC_ISSUER,
    clientId: value.GREENROOM_OIDC_CLIENT_ID,
    clientSecret: value.GREENROOM_OIDC_CLIENT_SECRET || null,
    name: value.GREENROOM_OIDC_NAME || new URL(value.GREENROOM_OIDC_ISSUER).host,
    linkByEmail: value.GREENROOM_OIDC_LINK_BY_EMAIL === "on",
  };
}

const listOf = (value: string): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Read apart from the rest, so that a wrong configuration can still be logged. */
export function logLevel(): string {
  return process.env.LOG_LEVEL ?? "info";
}
