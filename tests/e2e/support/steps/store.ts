export interface PreorderRow {
  email: string;
  name: string;
  fragrance_id: string;
  fragrance_name: string;
}

export const localPreorders = () =>
  JSON.parse(localStorage.getItem('preorderData') ?? '[]') as { email: string; fragranceId: string; date: string }[];
