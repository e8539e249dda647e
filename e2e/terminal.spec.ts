import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";

const run = promisify(execFile);

test("an agent's skills reach a folder by the command for a terminal", async ({
  request,
  workspace,
  baseURL,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const asked = { name: "Laptop", scopes: ["deliver"], agent: "release-desk", expiresInDays: 1 };
  const { key } = await api.post("/keys", asked);
  const home = await mkdtemp(join(tmpdir(), "greenroom-terminal-"));
  const env = {
    ...process.env,
    HOME: home,
    GREENROOM_KEY: String(key),
    GREENROOM_ADDRESS: new URL(`/w/${workspace.slug}/agents/release-desk`, baseURL).href,
  };
  const folder = join(home, "skills");
  try {
    // Asked more than once: what the server keeps of an answer is told like its first.
    for (const words of [
      ["pull", "--into", folder],
      ["status", folder],
      ["verify", folder],
    ])
      await run(process.execPath, ["scripts/greenroom.mjs", ...words], { env });
    expect(await readdir(folder)).toContain("release-notes");
    const { stdout } = await run(process.execPath, ["scripts/greenroom.mjs", "pull", "--into", folder], {
      env,
    });
    expect(stdout).toContain("as delivered");
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
