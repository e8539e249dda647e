import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";

/** The foot of a dialog that asks nothing more. */
export function DoneFooter({ close }: { close: () => void }) {
  return (
    <div className="-mx-4 -mb-4">
      <DialogFooter>
        <Button onClick={close}>Done</Button>
      </DialogFooter>
    </div>
  );
}
