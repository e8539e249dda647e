import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "../../../scripts/processes.mjs";
import { type anArtifact, ociDigest } from "./registry";

/** Debian's `docker-registry`: the reference registry of OCI Distribution. */
const program = "docker-registry";
export const hasRegistry = spawnSync(program, ["--version"]).status === 0;

/** The real registry on loopback with a folder of its own, until the test ends, and how an artefact is pushed to it. */
export async function aRealRegistry() {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-registry-"));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const settings = join(folder, "config.yml");
  await writeFile(
    settings,
    `version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: ${JSON.stringify(folder)} } }\nhttp: { addr: ${JSON.stringify(new URL(origin).host)} }\n`,
  );
  const child = spawn(program, ["serve", settings], { stdio: "ignore" });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await untilItAnswers(`${origin}/v2/`);
  const push = async (name: string, tag: string, artifact: ReturnType<typeof anArtifact>) => {
    for (const { digest, bytes } of [
      { digest: ociDigest("{}"), bytes: Buffer.from("{}") },
      ...artifact.blobs,
    ]) {
      const begun = await sent(`${origin}/v2/${name}/blobs/uploads/`, { method: "POST" });
      const place = new URL(begun.headers.get("location") ?? "", origin);
      place.searchParams.set("digest", digest);
      await sent(place.href, {
        method: "PUT",
        body: new Uint8Array(bytes),
        headers: { "content-type": "application/octet-stream" },
      });
    }
    const type = "application/vnd.oci.image.manifest.v1+json";
    await sent(`${origin}/v2/${name}/manifests/${tag}`, {
      method: "PUT",
      body: artifact.manifest,
      headers: { "content-type": type },
    });
  };
  return { origin, push };
}

async function sent(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
