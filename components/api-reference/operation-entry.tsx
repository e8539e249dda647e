import { ChevronRight } from "lucide-react";
import { BreakingText } from "@/components/ui/breaking-text";
import { Chip } from "@/components/ui/chip";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeWords } from "@/components/ui/code-words";
import { Icon } from "@/components/ui/icon";
import { describeSchema, type JsonSchema } from "./json-schema";
import { curlOf, type Operation } from "./operations";

type OperationEntryProps = { operation: Operation; origin: string; workspace: string };

/** Shows one operation in a line, and everything about it when opened. */
export function OperationEntry({ operation, origin, workspace }: OperationEntryProps) {
  const { id, method, path, summary, description, isOpen, parameters, body, responses } = operation;
  return (
    <details id={id} className="group/op scroll-mt-14 border-line border-b">
      <summary className="flex min-h-row list-none items-center gap-3 px-4 py-1 -outline-offset-2 hover:bg-hover compact:flex-wrap [&::-webkit-details-marker]:hidden">
        <Icon of={ChevronRight} size={14} className="text-ink-3 group-open/op:rotate-90" />
        <code className="w-12 flex-none font-medium text-ink">{method}</code>
        <code className="w-[min(46%,560px)] min-w-0 flex-none text-ink-2 [overflow-wrap:anywhere] compact:w-auto compact:flex-1">
          <BreakingText text={path.replace("/api/v1", "")} />
        </code>
        <span className="min-w-0 flex-1 text-ink compact:flex-none compact:basis-full">
          <CodeWords text={summary} />
        </span>
        {isOpen ? <Chip>no session needed</Chip> : null}
      </summary>
      <div className="grid max-w-[880px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-2 pb-6 pl-11 compact:pl-4">
        {description ? (
          <p className="text-ink-2">
            <CodeWords text={description} />
          </p>
        ) : null}
        {parameters.length > 0 ? <Parameters parameters={parameters} /> : null}
        {body ? <Shape title={`Body, ${body.mediaType}`} schema={body.schema} /> : null}
        {responses.map(({ status, description: words, content }) =>
          content && Number(status) < 400 ? (
            <Shape key={status} title={`${status}, ${words}`} schema={content.schema} />
          ) : null,
        )}
        <p className="text-12 text-ink-3">
          {responses
            .filter(({ status, content }) => Number(status) >= 400 || content === null)
            .map(({ status, description: words }) => `${status} ${words}`)
            .join(" · ")}
        </p>
        <CodeBlock
          text={curlOf(operation, { origin, workspace })}
          label={`the command for ${method} ${path}`}
          wrap={false}
        />
      </div>
    </details>
  );
}

function Parameters({ parameters }: { parameters: Operation["parameters"] }) {
  return (
    <div>
      <h3 className="mb-1 text-12 text-ink-3">Parameters</h3>
      <ul className="border-line border-t">
        {parameters.map((parameter) => (
          <li
            key={`${parameter.in} ${parameter.name}`}
            className="grid grid-cols-[160px_minmax(0,1fr)] gap-x-4 border-line border-b py-1 compact:grid-cols-1"
          >
            <span>
              <code className="text-ink">{parameter.name}</code>{" "}
              <span className="text-12 text-ink-3">
                {parameter.in}
                {parameter.required ? "" : ", optional"}
              </span>
            </span>
            <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
              <code>{parameter.schema ? describeSchema(parameter.schema) : "string"}</code>
              {defaultOf(parameter.schema)} <CodeWords text={parameter.description ?? ""} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const defaultOf = (schema: JsonSchema | undefined) =>
  schema?.default === undefined ? "" : `, ${JSON.stringify(schema.default)} when absent.`;

function Shape({ title, schema }: { title: string; schema: JsonSchema }) {
  return (
    <div>
      <h3 className="mb-1 text-12 text-ink-3">{title}</h3>
      <CodeBlock
        text={describeSchema(schema)}
        label={title}
        copy={false}
        wrap={false}
        className="max-h-[420px]"
      />
    </div>
  );
}
