import { versionsPath } from "@/components/data/version-paths";
import { Button, ButtonLink } from "@/components/ui/button";
import { Digest } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { listWords } from "./review-words";

type PublishedDialogProps = {
  workspace: string;
  skill: string;
  number: number;
  digest: string;
  labels: readonly string[];
  close: () => void;
};

/** It is done: what it is called, and who has it. */
export function PublishedDialog({ workspace, skill, number, digest, labels, close }: PublishedDialogProps) {
  const followers = ["the latest version", ...labels];
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title={`Version ${number} is published`}
      description={`It never changes. Agents that follow ${listWords(followers)} have it from now on.`}
      footer={
        <>
          <ButtonLink href={versionsPath(workspace, skill)}>See versions</ButtonLink>
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <p role="status" className="flex items-center gap-2 text-ink-2">
        Digest <Digest digest={digest} />
      </p>
    </Dialog>
  );
}
