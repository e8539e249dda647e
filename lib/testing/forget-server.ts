/** Takes away all that a server kept in this process: it stands on the global object, as bundles share it there. */
export function forgetServer(): void {
  for (const name of Object.keys(globalThis).filter((key) => key.startsWith("greenroom")))
    Reflect.deleteProperty(globalThis, name);
}
