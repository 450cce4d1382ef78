/** The signs that are seen before any other: they come with the first page, the rest with the pages that show them. */

export const TALK = 'M4 5h16v11H11l-5 4v-4H4Z';
export const BACK = 'M15 5l-7 7 7 7';
export const DOOR = 'M10 4H5v16h5M9 12h11m0 0-4-4m4 4-4 4';
