import type { ServerResponse } from "node:http";
import { packageArchiveDigest, setDigest } from "@/lib/skills/delivered-set";
import { compareUtf8, packageDigest } from "@/lib/skills/digest";
import { sha256Of } from "@/lib/terminal/sha256";
import { startWireServer, type WireRequest } from "../servers/wire-server";
import { aTerminal } from "./terminals";

/** A skill as a test says it: its files by their paths; programs end in ".sh". */
export type StubSkill = { name: string; version?: number; files: Record<string, string> };

/** What a server says that it delivers: with the right digests, whatever the names are. */
export function aManifest(skills: readonly StubSkill[]) {
  const delivered = skills.map(({ name, version = 1, files: contents }) => {
    const files = Object.entries(contents)
      .map(([file, text]) => ({
        path: file,
        sha256: sha256Of(text),
        size: Buffer.byteLength(text),
        executable: file.endsWith(".sh"),
      }))
      .sort((left, right) => compareUtf8(left.path, right.path));
    const digest = packageDigest(files, sha256Of);
    const archive = packageArchiveDigest({ digest, files }, sha256Of);
    return { name, version: { number: version, digest }, archive, files };
  });
  const named = delivered.map(({ name, version, files }) => ({ name, ...version, files }));
  const leftOut: { skill: string; detail: string }[] = [];
  const order = delivered.map(({ name }) => name);
  return { digest: setDigest(named, sha256Of), order, skills: delivered, leftOut, since: null };
}

type Instead = (response: ServerResponse, request: WireRequest) => unknown;

export const sendJson = (response: ServerResponse, status: number, value: unknown): unknown =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

/** A server that delivers what it is told to, without a database; `answer` speaks in its place from then on. */
export async function serveDelivery(first: readonly StubSkill[]) {
  const state: { skills: readonly StubSkill[]; instead: Instead | null } = { skills: first, instead: null };
  const deliver: Instead = (response, { path: asked }) => {
    const [at = ""] = asked.split("?");
    if (at.endsWith("/delivery")) return sendJson(response, 200, aManifest(state.skills));
    const text = state.skills
      .flatMap(({ files }) => Object.values(files))
      .find((one) => at.endsWith(`/files/${sha256Of(one)}`));
    if (text !== undefined) return response.end(text);
    return sendJson(response, 404, { code: "NOT_FOUND", detail: "There is no such file." });
  };
  const { baseUrl, requests } = await startWireServer((response, request) => {
    (state.instead ?? deliver)(response, request);
  });
  const { origin } = new URL(baseUrl);
  return {
    origin,
    requests,
    deliver,
    workspace: `${origin}/w/acme`,
    agent: `${origin}/w/acme/agents/desk`,
    publish: (...skills: readonly StubSkill[]) => {
      state.skills = skills;
    },
    answer: (instead: Instead | null) => {
      state.instead = instead;
    },
  };
}

/** The client beside such a server, with a key; `pull` writes into the folder "skills". */
export async function aPuller(...skills: readonly StubSkill[]) {
  const server = await serveDelivery(skills);
  const client = aTerminal({ settings: { address: server.agent, key: "grk_of_the_desk" } });
  return {
    ...server,
    ...client,
    pull: (...more: string[]) => client.run("pull", "--into", "skills", ...more),
  };
}
