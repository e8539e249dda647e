import { afterAll } from "vitest";

/**
 * Gives the server of this test file another environment, until its end. Called at the head of a file, before anything
 * runs; who asked already asks again.
 */
export function setEnvironment(values: Readonly<Record<string, string>>): void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  Object.assign(process.env, values);
  globalThis.greenroomEnv = undefined;
  afterAll(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    globalThis.greenroomEnv = undefined;
  });
}
