/** Part of the Network Information API, which TypeScript's DOM types lack. */
interface DataSaver {
  connection?: { saveData?: boolean };
}

/** True where the visitor saves data: nothing is then loaded before it is needed. */
export const savesData = (): boolean => (navigator as DataSaver).connection?.saveData === true;
