/** Who made a commit when nobody in particular did. */
export const greenroomSigner = { name: "Greenroom", email: "greenroom@users.greenroom.invalid" };

/** Of a person by their id: nobody's e-mail address is handed to whoever reads a repository. */
export const signerEmail = (id: string): string => `${id}@users.greenroom.invalid`;
