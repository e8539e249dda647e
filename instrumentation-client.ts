import { noteNavigation } from "./components/layout/navigation-under-way";

// zod probes `new Function("")` once, which the content security policy reports. Set before any bundle parses a schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export const onRouterTransitionStart = noteNavigation;
