import { EventLine } from "@/components/ui/event-line";

/** What a rehearsal of the example skills shows, in the very lines of the playground and with its measured figures. */
export function ExampleEvents() {
  return (
    <>
      <EventLine kind="catalogue" word="Catalogue injected" effect="258 tokens">
        3 skills, nothing omitted
      </EventLine>
      <EventLine kind="activated" word="Activated" effect="+603 tokens">
        <code>release-notes</code> v1, chosen by the model
      </EventLine>
      <EventLine kind="resource" word="Read" effect="+358 tokens">
        <code>references/tone.md</code> of <code>release-notes</code>
      </EventLine>
      <EventLine kind="already" word="Already active" effect="573 tokens saved">
        <code>release-notes</code> since turn 1: nothing injected
      </EventLine>
      <EventLine kind="refused" word="Refused" effect="error returned">
        <code>../../finance/prices.yaml</code>: outside the package
      </EventLine>
    </>
  );
}
