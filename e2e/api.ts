import type { APIRequestContext } from "@playwright/test";
import { expect } from "./journey";
import { type TestPackage, zipOf } from "./packages";

/** Set-up through the REST API: what a journey needs and is not about. */
export class WorkspaceApi {
  constructor(
    private readonly request: APIRequestContext,
    readonly slug: string,
  ) {}

  async get(path: string): Promise<Record<string, unknown>> {
    const response = await this.request.get(this.url(path));
    expect(response.status(), path).toBe(200);
    return asRecord(await response.json());
  }

  async post(path: string, data: unknown): Promise<Record<string, unknown>> {
    return this.send("post", path, data);
  }

  async put(path: string, data: unknown): Promise<Record<string, unknown>> {
    return this.send("put", path, data);
  }

  async patch(path: string, data: unknown): Promise<Record<string, unknown>> {
    return this.send("patch", path, data);
  }

  private async send(
    method: "post" | "put" | "patch",
    path: string,
    data: unknown,
  ): Promise<Record<string, unknown>> {
    const response = await this.request[method](this.url(path), { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return asRecord(await response.json());
  }

  /** Sends one archive to be looked at; answers with the import's id. */
  async upload(name: string, buffer: Buffer): Promise<string> {
    const upload = await this.request.post(this.url("/imports"), {
      multipart: { file: { name, mimeType: "application/octet-stream", buffer } },
    });
    expect(upload.status()).toBe(202);
    return String(asRecord(await upload.json()).id);
  }

  /** Stores a package as a draft, the way an upload does. */
  async importPackage(pack: Pick<TestPackage, "name" | "files">): Promise<void> {
    const id = await this.upload(`${pack.name}.zip`, await zipOf(pack));
    await this.untilImport(id, "ready");
    await this.post(`/imports/${id}/store`, { choices: [] });
    await this.untilImport(id, "done");
  }

  async importReport(id: string): Promise<Record<string, unknown>> {
    return asRecord((await this.get(`/imports/${id}`)).report);
  }

  async skillNames(): Promise<string[]> {
    const names: string[] = [];
    for (let cursor = ""; ; ) {
      const { items, nextCursor } = await this.get(`/skills?limit=200${cursor}`);
      if (Array.isArray(items)) names.push(...items.map(({ name }) => String(name)));
      if (typeof nextCursor !== "string") return names;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }

  /** Writes files of a draft, texts by their paths, as it stands; answers with the draft. */
  async edit(skill: string, texts: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const { revision } = await this.get(`/skills/${skill}/draft`);
    const changes = Object.entries(texts).map(([path, text]) => ({ op: "write", path, text }));
    return this.post(`/skills/${skill}/draft/changes`, { baseRevision: revision, changes });
  }

  async publish(skill: string): Promise<void> {
    const { revision, digest } = await this.get(`/skills/${skill}/draft`);
    await this.post(`/skills/${skill}/versions`, { revision, digest, note: "First" });
  }

  async untilImport(id: string, state: string): Promise<Record<string, unknown>> {
    await expect.poll(async () => (await this.get(`/imports/${id}`)).state, { timeout: 30_000 }).toBe(state);
    return this.get(`/imports/${id}`);
  }

  async digestOf(skill: string): Promise<string> {
    return String((await this.get(`/skills/${skill}/draft`)).digest);
  }

  private url(path: string): string {
    return `/api/v1/workspaces/${this.slug}${path}`;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("The answer is not an object");
  return Object.fromEntries(Object.entries(value));
}
