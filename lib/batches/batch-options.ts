/** How many skills one call may be about, and one archive may hold. */
export const mostSkills = 500;
