/** The files of SWPC and their writer, loaded with the first such request. */
export { swpcFiles } from '#features/swpc-files/swpc-files'
export { writeFile } from '#features/swpc-files/write-file'
