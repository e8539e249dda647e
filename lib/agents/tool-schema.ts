import { z } from "zod";
import { isSkillToolName } from "@/lib/dialects/host-tool-names";
import { isStorableJson } from "@/lib/kernel/is-storable-json";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { storableText } from "@/lib/kernel/storable-text";
import { caseFields, savedText } from "./result-case-schema";

const toolNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "A tool's name has 1 to 64 letters, digits, _ or -.");

/** JSON Schema of an object, as models are offered it. */
const inputSchemaSchema = z
  .record(z.string(), z.unknown())
  .refine(isStorableJson, "Take out NUL characters, broken halves of characters and endless levels.")
  .refine((schema) => schema.type === "object", 'The schema of a tool\'s input starts with "type": "object".')
  .refine(
    (schema) => !isStorableJson(schema) || JSON.stringify(schema).length <= 20_000,
    "At most 20,000 characters.",
  );

/** A tool that does nothing: its result is saved, one for all inputs or by cases, or typed by a person at each call. */
const stubToolSchema = z.object({
  kind: z.literal("stub"),
  name: toolNameSchema,
  description: storableText.trim().max(2_000),
  inputSchema: inputSchemaSchema,
  /** Null: typed by a person, at each call that no case answers. */
  result: savedText.nullable(),
  ...caseFields,
});

/** Why a tool of the agent may not have a name: a host's own tool would be called in its place, or it in theirs. */
const whyNameTaken = (name: string): string | null =>
  isSkillToolName(name)
    ? `“${name}” is what hosts call a tool of their own for skills: the agent’s would hide it. Choose another name.`
    : null;

/** Refused on writing alone: what was stored before is still read. */
const stubInputSchema = stubToolSchema.extend({
  name: toolNameSchema.superRefine((name, refinement) => {
    const message = whyNameTaken(name);
    if (message !== null) refinement.addIssue({ code: "custom", message });
  }),
});

const serverFields = {
  kind: z.literal("mcp"),
  /** Which server of the agent it is; it stays when the address changes. */
  id: z.uuid(),
  name: z.string(),
  /** Streamable HTTP. */
  url: storableText.trim().min(1).max(500),
};
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "A header's name has letters, digits and -.");

/** A header's value is written, never read: without one the stored value stays. */
const serverInputSchema = z.object({
  ...serverFields,
  name: oneLineText("Give the server a name.").max(60),
  headers: z
    .array(
      z.object({
        name: headerName,
        value: z
          .string()
          .regex(/^[\x20-\x7e]{1,2000}$/)
          .optional(),
      }),
    )
    .max(8)
    .default([]),
});

const most = 32;
const noTwoAlike = (tools: readonly { kind: string; name: string }[]): boolean =>
  new Set(tools.map(({ kind, name }) => `${kind} ${name}`)).size === tools.length;

export const agentToolsInputSchema = z
  .array(z.discriminatedUnion("kind", [stubInputSchema, serverInputSchema]))
  .max(most)
  .refine(noTwoAlike, "Two tools or two servers have the same name.");
export type AgentToolInput = z.output<typeof agentToolsInputSchema>[number];

const serverSchema = z.object({ ...serverFields, headers: z.array(z.object({ name: z.string() })) });
export const agentToolSchema = z.discriminatedUnion("kind", [stubToolSchema, serverSchema]);
export type AgentTool = z.infer<typeof agentToolSchema>;

/** As the database keeps it: values of headers sealed, base64. */
const storedServerSchema = z.object({
  ...serverFields,
  headers: z.array(z.object({ name: z.string(), sealed: z.string() })),
});
export const storedToolsSchema = z.array(z.discriminatedUnion("kind", [stubToolSchema, storedServerSchema]));
export type StoredTool = z.infer<typeof storedToolsSchema>[number];
export type StoredServer = z.infer<typeof storedServerSchema>;

/** A saved result of a skill's tool or script, so that a rehearsal need not wait for a person. */
export const toolStubSchema = z.object({
  /** A skill's name; null for whichever skill has the tool. */
  skill: storableText.max(200).nullable(),
  tool: storableText.min(1).max(200),
  /** Null: for the inputs of its cases alone; a person types the others. */
  result: savedText.nullable(),
  ...caseFields,
});
export const toolStubsSchema = z.array(toolStubSchema).max(200);
export type ToolStub = z.infer<typeof toolStubSchema>;

/** The first of two for the same tool would always win, so a second one is refused on writing. */
export const toolStubsInputSchema = toolStubsSchema
  .refine(
    (stubs) => new Set(stubs.map(({ skill, tool }) => JSON.stringify([skill, tool]))).size === stubs.length,
    "A tool of a skill has two saved results.",
  )
  .refine(
    (stubs) => stubs.every(({ result, cases = [] }) => result !== null || cases.length > 0),
    "A saved result has neither a result nor a case.",
  );

export const tryServerSchema = serverInputSchema.pick({ url: true, headers: true }).extend({
  /** The stored server whose header values stand in for those that are not given. */
  id: z.uuid().optional(),
});
export type TryServer = z.input<typeof tryServerSchema>;

/** What an MCP server answered. */
export const serverReportSchema = z.object({
  /** Null when it could be asked. */
  error: z.string().nullable(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type ServerReport = z.infer<typeof serverReportSchema>;
