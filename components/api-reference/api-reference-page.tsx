import { keysPath } from "@/components/data/settings-paths";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { formatCount } from "@/components/ui/format";
import { TextLink } from "@/components/ui/text-link";
import { OperationEntry } from "./operation-entry";
import { Found, OperationSearch } from "./operation-search";
import { groupOperations, type OpenApiDocument, type OperationGroup, wordsOf } from "./operations";

const documentPath = "/api/v1/openapi.json";

type ApiReferencePageProps = { document: OpenApiDocument; origin: string; workspace: string };

/** Shows the OpenAPI document to people. Everything the app does goes through these operations. */
export function ApiReferencePage({ document, origin, workspace }: ApiReferencePageProps) {
  const groups = groupOperations(document);
  const searched = groups.flatMap(({ tag, operations }) =>
    operations.map((operation) => ({ id: operation.id, words: wordsOf(tag, operation) })),
  );
  const count = groups.reduce((sum, group) => sum + group.operations.length, 0);
  return (
    <Page
      scroll
      top={
        <TopLine
          title="API reference"
          chips={<span>{formatCount(count, "operation")}, the same that this app uses</span>}
          actions={
            <ButtonLink href={documentPath} prefetch={false}>
              openapi.json
            </ButtonLink>
          }
        />
      }
    >
      <HowToCall origin={origin} workspace={workspace} groups={groups} />
      <OperationSearch operations={searched}>
        {groups.map(({ tag, operations }) => (
          <Found key={tag} words={operations.map((operation) => wordsOf(tag, operation))}>
            <section
              id={tag.toLowerCase()}
              className="scroll-mt-12"
              aria-labelledby={`${tag.toLowerCase()}-title`}
            >
              <h2
                id={`${tag.toLowerCase()}-title`}
                className="flex h-bar items-center border-line border-b bg-sunken px-4"
              >
                {tag}
              </h2>
              {operations.map((operation) => (
                <Found key={operation.id} words={[wordsOf(tag, operation)]}>
                  <OperationEntry operation={operation} origin={origin} workspace={workspace} />
                </Found>
              ))}
            </section>
          </Found>
        ))}
      </OperationSearch>
    </Page>
  );
}

type HowToCallProps = { origin: string; workspace: string; groups: readonly OperationGroup[] };

/** What holds for every operation, and how a program gets in: with a key, or as somebody who signed in. */
function HowToCall({ origin, workspace, groups }: HowToCallProps) {
  return (
    <div className="border-line border-b p-4">
      <div className="grid max-w-[880px] grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          Paths begin with <code>{origin}/api/v1</code>. Errors are problem+json with a <code>code</code> and
          a trace id. Lists answer <code>items</code> and, when there is more, <code>nextCursor</code>. A
          program sends a key, created under{" "}
          <TextLink href={keysPath(workspace)}>Settings, API keys</TextLink>:
        </p>
        <CodeBlock
          label="the command with a key"
          wrap={false}
          text={`curl -H "authorization: Bearer $GREENROOM_KEY" '${origin}/api/v1/workspaces/${workspace}/skills'`}
        />
        <p className="text-ink-2">
          What a key may not do (accounts, members, keys) takes a person’s sign-in; keep its cookie and send
          it with <code>-b cookies.txt</code> instead:
        </p>
        <CodeBlock
          label="the sign-in command"
          wrap={false}
          text={`curl -c cookies.txt -X POST '${origin}/api/auth/sign-in/email' \\\n  -H 'content-type: application/json' \\\n  -d '{"email":"you@example.com","password":"…"}'`}
        />
        <nav aria-label="Groups of operations" className="flex flex-wrap gap-x-4 gap-y-1">
          {groups.map(({ tag, operations }) => (
            <a
              key={tag}
              href={`#${tag.toLowerCase()}`}
              className="inline-flex min-h-6 items-center text-ink-2 underline decoration-line-control underline-offset-3 hover:text-accent-text"
            >
              {tag}, {operations.length}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}
