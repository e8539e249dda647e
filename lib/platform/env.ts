import "server-only";
import { z } from "zod";

const envSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.string().min(1, "DATABASE_URL is missing: start the server with `npm start`"),
  /** "1" when migrations and the app share one database role, so append-only tables rest on the code alone. */
  DATABASE_SINGLE_ROLE: z.enum(["0", "1"]).default("0"),
  GREENROOM_SECRET: z.string().min(32, "GREENROOM_SECRET must have at least 32 characters"),
  GREENROOM_URL: z.url().default("http://127.0.0.1:3000"),
  GREENROOM_DATA: z.string().default(".data"),
  /** Comma-separated hosts (host or host:port) that may be reached although they are private or loopback. */
  GREENROOM_ALLOWED_HOSTS: z.string().default(""),
  /** The configuration file; `greenroom.yaml` in the data folder when it is not set. */
  GREENROOM_CONFIG: z.string().default(""),
  /** Comma-separated folders of skills; takes the place of `skills.paths` in the configuration file. */
  GREENROOM_SKILLS_PATHS: z.string().default(""),
  /** The longest that one run of the playground may work. */
  GREENROOM_RUN_SECONDS: z.coerce.number().int().min(10).max(86_400).default(600),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type Env = {
  mode: "development" | "production" | "test";
  databaseUrl: string;
  databaseSingleRole: boolean;
  secret: string;
  publicUrl: string;
  dataFolder: string;
  allowedHosts: readonly string[];
  configFile: string | null;
  /** Null when the configuration file decides. */
  skillsPaths: readonly string[] | null;
  runSeconds: number;
  logLevel: string;
};

let cached: Env | undefined;

/** The server's configuration, read and checked once. Throws one message that names every wrong variable. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = envSchema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable.\n${lines.join("\n")}`);
  }
  const value = parsed.data;
  return {
    mode: value.NODE_ENV,
    databaseUrl: value.DATABASE_URL,
    databaseSingleRole: value.DATABASE_SINGLE_ROLE === "1",
    secret: value.GREENROOM_SECRET,
    publicUrl: value.GREENROOM_URL,
    dataFolder: value.GREENROOM_DATA,
    allowedHosts: listOf(value.GREENROOM_ALLOWED_HOSTS).map((host) => host.toLowerCase()),
    configFile: value.GREENROOM_CONFIG || null,
    skillsPaths: value.GREENROOM_SKILLS_PATHS === "" ? null : listOf(value.GREENROOM_SKILLS_PATHS),
    runSeconds: value.GREENROOM_RUN_SECONDS,
    logLevel: value.LOG_LEVEL,
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
