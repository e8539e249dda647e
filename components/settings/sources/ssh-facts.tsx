import { CodeBlock } from "@/components/ui/code-block";
import type { Source } from "@/lib/sources/schema";

/** Of a source over ssh: the line that its repository has to know, and by which key its host is known. */
export function SshFacts({ source: { name, ssh, synced } }: { source: Source }) {
  if (!ssh) return null;
  const { publicKey, hostKey } = ssh;
  return (
    <div className="mt-2 grid gap-1 text-12 text-ink-3">
      <p>
        {hostKey === null ? (
          "Its host was not met yet: the first key that it shows is kept."
        ) : (
          <>
            Key of the host: <code className="[overflow-wrap:anywhere]">{hostKey}</code>
          </>
        )}
      </p>
      {/* Before the first sync it is what has to be done next. */}
      <details open={synced === null}>
        <summary className="w-fit cursor-pointer text-ink-2">Deploy key</summary>
        <p className="py-1">
          Give this line to the repository as a deploy key, with the right to write where versions are pushed
          back.
        </p>
        <CodeBlock text={publicKey} label={`the deploy key of ${name}`} />
      </details>
    </div>
  );
}
