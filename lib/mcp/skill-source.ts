import "server-only";
import type { SkillSource } from "@modelcontextprotocol/server/ext/skills";
import type { Context } from "@/lib/access/context";
import { noteFetch } from "@/lib/delivery/commands/note-fetch";
import { getDeliveredFile } from "@/lib/delivery/get-delivered-bytes";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { textOf } from "@/lib/skills/file-text";
import { pageOf } from "./page-of";
import { inProtocol } from "./protocol-failure";
import { documentOf, readShelf, type Shelf, typeOf } from "./read-shelf";
import { canonicalUri } from "./skill-uri";

/**
 * An agent's skills as the skills extension serves them (SEP-2640): the bytes of the delivered versions, so that the
 * digests of its list are those of what is read. What is asked for by its address is looked up in what is delivered, and
 * nowhere else: no address leads to another file.
 */
export function skillSource(context: Context, { agent, delivery }: AgentDelivery): SkillSource {
  const shelf = () => readShelf(context, delivery);
  const at = async <T>(of: (shelf: Shelf) => ReadonlyMap<string, T>, uri: string): Promise<T | undefined> => {
    const canonical = canonicalUri(uri);
    return canonical === null ? undefined : of(await shelf()).get(canonical);
  };
  return {
    list: ({ cursor }) =>
      inProtocol(context, async () => {
        const { items: skills, ...rest } = pageOf((await shelf()).listed, cursor, ({ uri }) => uri);
        if (cursor === undefined) await noteFetch(context, { agent, delivery });
        return { skills, ...rest };
      }),

    get: (uri) => inProtocol(context, () => at(({ skills }) => skills, uri)),

    read: (uri) =>
      inProtocol(context, async () => {
        const file = await at(({ files }) => files, uri);
        if (!file) return undefined;
        const { content } = await getDeliveredFile(context, { agent: agent.id, file: file.sha256 });
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
        const text = textOf(bytes);
        return text === null
          ? { bytes, ...typeOf(file.path) }
          : { text, mimeType: "text/plain", ...typeOf(file.path) };
      }),

    readDirectory: (uri, { cursor }) =>
      inProtocol(context, async () => {
        const children = await at(({ folders }) => folders, uri);
        if (!children) return undefined;
        const { items: resources, ...rest } = pageOf(children, cursor, (child) => child.uri);
        return { resources, ...rest };
      }),

    listResources: () =>
      inProtocol(context, async () =>
        (await shelf()).listed.map((skill) => ({ uri: skill.uri, ...documentOf(skill) })),
      ),
  };
}
