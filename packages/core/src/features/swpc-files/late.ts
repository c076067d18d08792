/** The files of SWPC and their writer, loaded with the first such request. */
export { swpcFiles } from '#compat/swpc/swpc-files'
export { writeFile } from '#compat/swpc/write-file'
