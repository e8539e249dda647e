import { CodeBlock } from "@/components/ui/code-block";
import type { SshShown } from "@/lib/git/remote-schema";

type SshFactsProps = {
  ssh: SshShown | null;
  /** Whose deploy key it is. */
  name: string;
  /** What is said while no key of the host is kept, and what the deploy key may be for. */
  unmet: string;
  right: string;
  /** Whether nothing was done there yet: then the key is what has to be given next. */
  isFirst: boolean;
};

/** Of a remote over ssh: the line that its repository has to know, and by which key its host is known. */
export function SshFacts({ ssh, name, unmet, right, isFirst }: SshFactsProps) {
  if (!ssh) return null;
  const { publicKey, hostKey } = ssh;
  return (
    <div className="mt-2 grid gap-1 text-12 text-ink-3">
      <p>
        {hostKey === null ? (
          unmet
        ) : (
          <>
            Key of the host: <code className="[overflow-wrap:anywhere]">{hostKey}</code>
          </>
        )}
      </p>
      <details open={isFirst}>
        <summary className="w-fit cursor-pointer text-ink-2">Deploy key</summary>
        <p className="py-1">Give this line to the repository as a deploy key, {right}</p>
        <CodeBlock text={publicKey} label={`the deploy key of ${name}`} />
      </details>
    </div>
  );
}
