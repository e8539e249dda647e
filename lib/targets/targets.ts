import type { DialectId } from "@/lib/dialects/dialect-heads";
import { configMapLimit, writeConfigMap, writeVolume } from "./config-map";
import type { FlagRules } from "./host-flags";
import {
  agentPluginManifest,
  claudeMarketplace,
  claudePluginManifest,
  codexMarketplace,
  codexPluginManifest,
  copilotMarketplace,
  cursorMarketplace,
  cursorPluginManifest,
  geminiExtension,
  type MarketplaceFacts,
  type PluginFacts,
} from "./plugin-manifests";
import type { TargetId } from "./target-options";
import type { TargetFile, TargetRemark } from "./target-plan";

/** What the archive as a whole is called by those who install it. */
export type SetFacts = { marketplace: MarketplaceFacts; plugin: PluginFacts };
export type PlacedSkill = { name: string; folder: string; files: readonly TargetFile[] };

/** How one host takes skills: what decides whether it loads them, what may be changed, and where they lie. */
type Target = {
  /** Whose loader is asked; null where no host is meant, or none is known. */
  loads: DialectId | null;
  /** `portable`: only the fields of the specification. `stored`: as it is, but for what the host needs to load it. */
  form: "stored" | "portable";
  flags: FlagRules;
  /** `own`: the folder that a skill came in; `name`: hosts that call it by its folder, or hold the two together. */
  folder: "own" | "name";
  /** Where the folders of skills lie. */
  below: (set: SetFacts) => string;
  /** What lies beside them. */
  extras: (set: SetFacts, skills: readonly PlacedSkill[]) => { path: string; text: string }[];
  /** What the host has no room for. */
  limits?: (files: readonly TargetFile[]) => TargetRemark[];
};

const keeps: FlagRules = { modelInvocation: "kept", userInvocation: "kept" };
const loses: FlagRules = { modelInvocation: "lost", userInvocation: "lost" };
const noExtras = (): [] => [];
const inPlugin = ({ plugin }: SetFacts): string => `plugins/${plugin.name}`;

/** A marketplace at the root, its one plugin below. */
const withPlugin = (
  marketplace: (facts: MarketplaceFacts) => { path: string; text: string },
  manifest: (facts: PluginFacts) => { path: string; text: string },
): Pick<Target, "below" | "extras"> => ({
  below: (set) => `${inPlugin(set)}/skills/`,
  extras: (set) => {
    const { path, text } = manifest(set.plugin);
    return [marketplace(set.marketplace), { path: `${inPlugin(set)}/${path}`, text }];
  },
});

/** Where Lightspeed's container has its skills. */
const lightspeedPath = "/app-root/skills";

export const targets: Readonly<Record<TargetId, Target>> = {
  folder: {
    loads: null,
    form: "stored",
    flags: keeps,
    folder: "own",
    below: () => "",
    extras: noExtras,
  },
  "agent-plugin": {
    loads: null,
    form: "portable",
    flags: loses,
    folder: "name",
    below: () => "skills/",
    extras: ({ plugin }) => [agentPluginManifest(plugin)],
  },
  "claude-code": {
    loads: "claude-code",
    form: "stored",
    flags: keeps,
    folder: "name",
    ...withPlugin(claudeMarketplace, claudePluginManifest),
  },
  "claude-ai": {
    loads: null,
    form: "portable",
    flags: loses,
    folder: "name",
    below: () => "",
    extras: noExtras,
  },
  codex: {
    loads: "codex",
    form: "stored",
    folder: "name",
    flags: { modelInvocation: "policy", userInvocation: "lost" },
    ...withPlugin(codexMarketplace, codexPluginManifest),
  },
  "gemini-cli": {
    loads: "gemini-cli",
    form: "stored",
    flags: loses,
    folder: "name",
    below: () => "skills/",
    extras: ({ plugin }) => [geminiExtension(plugin)],
  },
  copilot: {
    loads: null,
    form: "portable",
    flags: loses,
    folder: "name",
    ...withPlugin(copilotMarketplace, agentPluginManifest),
  },
  cursor: {
    loads: null,
    form: "stored",
    folder: "name",
    flags: { modelInvocation: "kept", userInvocation: "lost" },
    ...withPlugin(cursorMarketplace, cursorPluginManifest),
  },
  adk: {
    loads: "adk-2",
    form: "stored",
    flags: loses,
    folder: "name",
    below: () => "skills/",
    extras: noExtras,
  },
  lightspeed: {
    loads: "lightspeed",
    form: "stored",
    flags: loses,
    folder: "own",
    below: () => "skills/",
    extras: lightspeedExtras,
    limits: configMapLimit,
  },
  orion: {
    loads: "orion",
    form: "stored",
    flags: loses,
    folder: "own",
    below: () => ".skills/",
    extras: noExtras,
  },
  linx: {
    loads: "linx",
    form: "stored",
    flags: loses,
    folder: "own",
    below: () => "",
    extras: noExtras,
  },
  sisu: {
    loads: "sisu",
    form: "stored",
    flags: loses,
    folder: "own",
    below: () => ".sisu/skills/",
    extras: noExtras,
  },
};

/** The block for lightspeed-stack.yaml, a ConfigMap for each skill that fits in one, and the volume that joins them. */
function lightspeedExtras(_: SetFacts, skills: readonly PlacedSkill[]): { path: string; text: string }[] {
  const mapped = skills
    .filter(({ files }) => configMapLimit(files).length === 0)
    .map((skill) => ({ ...skill, name: `skill-${skill.name}`.slice(0, 240) }));
  return [
    { path: "lightspeed-stack.yaml", text: `skills:\n  paths:\n    - ${lightspeedPath}\n` },
    ...mapped.map((one) => ({ path: `kubernetes/${one.name}.yaml`, text: writeConfigMap(one) })),
    ...(mapped.length > 0
      ? [{ path: "kubernetes/volume.yaml", text: writeVolume(mapped, lightspeedPath) }]
      : []),
  ];
}
