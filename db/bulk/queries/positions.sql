-- Which of the papers wanted were found.
SELECT position FROM listed
