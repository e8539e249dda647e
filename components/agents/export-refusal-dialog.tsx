"use client";

import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ShownText } from "@/components/ui/shown-text";
import { ApiError } from "@/lib/api/client";

const refusedSchema = z.object({
  assignments: z.array(z.object({ skill: z.string(), reason: z.string() })),
});

type ExportRefusalDialogProps = { error: Error; onClose: () => void };

/** Why an agent's set cannot be exported, skill by skill. */
export function ExportRefusalDialog({ error, onClose }: ExportRefusalDialogProps) {
  const refused = refusedSchema.safeParse(error instanceof ApiError ? error.details : null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Not exported"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {refused.success ? (
        <div className="grid gap-3">
          <p className="text-ink-2">
            What leaves here is always a version. These block the export: let each follow a version, or switch
            it off.
          </p>
          <ul className="border-line border-t">
            {refused.data.assignments.map(({ skill, reason }) => (
              <li key={skill} className="border-line border-b py-2">
                <span className="font-medium font-mono text-13">
                  <ShownText text={skill} />
                </span>{" "}
                <span className="text-ink-2">
                  <ShownText text={reason} />.
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-ink-2">
          <ShownText text={error.message} />
        </p>
      )}
    </Dialog>
  );
}
