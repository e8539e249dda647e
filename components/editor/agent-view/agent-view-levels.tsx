import type { ReactNode } from "react";
import { DialectNote } from "@/components/library/dialogs/dialect-note";
import { CodeBlock } from "@/components/ui/code-block";
import { formatCount, formatTokens } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import type { AgentView, ViewedTool } from "./agent-view";

const alwaysTitles = {
  entry: "Catalogue entry, always in context",
  listed: "In context once the model asks for the list",
  tool: "Always in context, as a tool",
  instructions: "Always in context, whole",
} as const satisfies Record<AgentView["always"]["kind"], string>;

type AgentViewLevelsProps = {
  view: AgentView;
  /** What is said beside the figures, such as the change since the last version. */
  changes?: { metadata: string; instructions: string };
};

/** What is in context from the start, on activation, and as tools, in one dialect. */
export function AgentViewLevels({
  view,
  changes = { metadata: "", instructions: "" },
}: AgentViewLevelsProps) {
  const { always, activation, refusal } = view;
  const { title } = dialectHeads[view.dialect];
  return (
    <>
      {view.modelInvocable ? null : (
        <Notice title="No model is told of it" className="m-4">
          <code>disable-model-invocation</code> keeps it from the model. A person activates it with its name,
          after / or @.
        </Notice>
      )}
      {view.userInvocable ? null : (
        <Notice title="It is the model's alone" className="m-4">
          <code>user-invocable: false</code>: a person who names it after / or @ is refused.
        </Notice>
      )}
      {always.text === "" ? null : (
        <Section
          title={alwaysTitles[always.kind]}
          end={`${formatTokens(always.tokens)}${always.kind === "instructions" ? changes.instructions : changes.metadata}`}
        >
          {always.kind === "instructions" ? <BodyFlags {...view} /> : null}
          <CodeBlock
            text={always.text}
            label={`what ${title} is told at once`}
            className="max-h-[36vh] compact:max-h-none"
          >
            <TaggedText text={always.text} />
          </CodeBlock>
        </Section>
      )}
      {activation || refusal ? (
        <Section
          title="On activation"
          end={activation ? `${formatTokens(activation.tokens)}${changes.instructions}` : undefined}
        >
          {activation ? (
            <>
              <BodyFlags {...view} />
              <CodeBlock
                text={activation.text}
                label={`the activation text of ${title}`}
                className="max-h-[36vh] compact:max-h-none"
              >
                <TaggedText text={activation.text} />
              </CodeBlock>
            </>
          ) : (
            <Notice tone="warning" title="No host could load it.">
              <ShownText text={refusal ?? ""} />
            </Notice>
          )}
        </Section>
      ) : null}
      <Section
        title="Tools"
        end={view.tools.length === 0 ? undefined : formatTokens(view.toolTokens)}
        className={view.dialect === "standard" ? "border-b-0" : undefined}
      >
        {view.tools.length === 0 ? (
          <p className="text-ink-3">This host offers no tools for skills.</p>
        ) : (
          <ul className="grid gap-1.5">
            {view.tools.map((tool) => (
              <ToolLine key={tool.name} tool={tool} />
            ))}
          </ul>
        )}
      </Section>
      <div className="px-4 py-3 empty:hidden">
        <DialectNote dialect={view.dialect} />
      </div>
    </>
  );
}

function ToolLine({ tool: { name, parameters, description, ownTo } }: { tool: ViewedTool }) {
  return (
    <li>
      <code className="[overflow-wrap:anywhere]">
        <ShownText text={name} />
        <span className="text-ink-3">
          (<ShownText text={parameters.join(", ")} />)
        </span>
      </code>{" "}
      <span className="text-ink-3">
        {ownTo === "skill" ? "The skill's own. " : null}
        <ShownText text={description} />
      </span>
    </li>
  );
}

function BodyFlags({
  commandsNotRun,
  marksNeutralised,
  hiddenRemoved,
}: Pick<AgentView, "commandsNotRun" | "marksNeutralised" | "hiddenRemoved">) {
  if (commandsNotRun + marksNeutralised + hiddenRemoved === 0) return null;
  return (
    <Notice tone="warning" className="mb-2">
      {commandsNotRun === 0
        ? null
        : `${formatCount(commandsNotRun, "command")} in backticks after "!" is shown literally and never run. `}
      {marksNeutralised === 0
        ? null
        : "What would end the host's wrapper inside the text, or pass for its own marks, was neutralised. "}
      {hiddenRemoved === 0
        ? null
        : `${formatCount(hiddenRemoved, "character")} that only a model reads ${hiddenRemoved === 1 ? "was" : "were"} taken out.`}
    </Notice>
  );
}

/** The same text, its tags dimmed: what the author wrote stands out. */
function TaggedText({ text }: { text: string }): ReactNode {
  return text.split(/(<\/?[a-z_-]+(?: name="[^"]*")?(?: \/)?>)/g).map((part, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in order
      key={index}
      className={index % 2 === 1 ? "text-sx-dim" : "text-ink"}
    >
      <ShownText text={part} />
    </span>
  ));
}
